package contract_test

import (
	"net/http"

	"github.com/millrace/millrace/internal/apptest"
)

const (
	ok      = http.StatusOK
	created = http.StatusCreated
	gone    = http.StatusNoContent
	later   = http.StatusNotImplemented
)

func environmentOperations() map[string]operationCase {
	const path = "/api/v1/environments"
	return map[string]operationCase{
		"listEnvironments": listed(path),
		"createEnvironment": about(created, func(n names) apptest.Request {
			return post(path, object{"project": n.project, "name": n.fresh, "description": "made by a test"})
		}),
		"getEnvironment":           about(ok, func(n names) apptest.Request { return get(path + "/" + n.environment) }),
		"updateEnvironment":        about(ok, func(n names) apptest.Request { return patch(path+"/"+n.environment, object{"description": n.fresh}) }),
		"deleteEnvironment":        about(gone, func(n names) apptest.Request { return del(path + "/" + n.environment) }).with(freshEnvironment),
		"listEnvironmentOverviews": listed("/api/v1/environmentOverviews"),
		"getNodeHealth": about(ok, func(n names) apptest.Request {
			return get(path + "/" + n.environment + "/nodeHealth")
		}),
		"matchEnvironmentNodes": about(ok, func(n names) apptest.Request {
			return post(path+"/"+n.environment+"/matches", object{"includeSelector": "{ GRAIN }+"})
		}),
		"getEnvironmentGraph": about(ok, func(n names) apptest.Request {
			return get(path + "/" + n.environment + "/graph")
		}),
		"search": {
			good: fixed(get("/api/v1/search?q=grain")), status: http.StatusOK,
			bad: fixed(get("/api/v1/search?q=grain&limit=0")), refuse: http.StatusBadRequest,
		},
		"listCatalogNodes": about(ok, func(n names) apptest.Request {
			return get(path + "/" + n.environment + "/catalog")
		}),
		"getCatalogNode": about(ok, func(n names) apptest.Request {
			return get(path + "/" + n.environment + "/catalog/" + grainNode)
		}),
		"getNodeHistory": about(ok, func(n names) apptest.Request {
			return get(path + "/" + n.environment + "/nodes/" + grainNode + "/history")
		}),
		"getColumnLineage": about(ok, func(n names) apptest.Request {
			return get(path + "/" + n.environment + "/nodes/" + grainNode + "/columnLineage?column=id&direction=downstream")
		}),
		"listEnvironmentNodes": about(ok, func(n names) apptest.Request {
			return get(path + "/" + n.environment + "/nodes")
		}),
		"getEnvironmentNode": about(ok, func(n names) apptest.Request {
			return get(path + "/" + n.environment + "/nodes/" + grainNode)
		}),
		"getEnvironmentJob": about(ok, func(n names) apptest.Request {
			return get(path + "/" + n.environment + "/jobs/1")
		}),
	}
}

func projectOperations() map[string]operationCase {
	const path = "/api/v1/projects"
	return map[string]operationCase{
		"listProjects": listed(path),
		"createProject": {
			good:   func(n names) apptest.Request { return post(path, object{"name": n.fresh, "platformKind": "duckdb"}) },
			status: created,
			bad:    fixed(post(path, object{"name": "x", "platformKind": "abacus"})), refuse: http.StatusBadRequest,
		},
		"getProject": about(ok, func(n names) apptest.Request {
			return get(path + "/" + n.project + "?includeWorkspaces=true&includeJobs=true")
		}),
		"updateProject": about(ok, func(n names) apptest.Request { return patch(path+"/"+n.project, object{"description": n.fresh}) }),
		"deleteProject": about(gone, func(n names) apptest.Request { return del(path + "/" + n.project) }).with(freshProject),
	}
}

func runOperations() map[string]operationCase {
	return map[string]operationCase{
		"listRuns":         listed("/api/v1/runs"),
		"getRun":           about(ok, func(n names) apptest.Request { return get("/api/v1/runs/" + n.run) }),
		"getRunNodeSource": about(ok, func(n names) apptest.Request { return get("/api/v1/runs/" + n.run + "/nodes/" + sieveNode + "/source") }),
		"getRunResults":    about(ok, func(n names) apptest.Request { return get("/api/v1/runs/" + n.run + "/results") }),
		"getRunStatus":     about(ok, func(n names) apptest.Request { return get("/scheduler/runStatus?runCounter=" + n.run) }),
		"startRun": about(ok, func(n names) apptest.Request {
			return post("/scheduler/startRun", object{"runDetails": object{"environmentID": n.environment}})
		}),
		"rerun": about(ok, func(n names) apptest.Request {
			return post("/scheduler/rerun", object{"runDetails": object{"runID": n.run}})
		}),
		"cancelRun":    about(gone, func(n names) apptest.Request { return post("/scheduler/cancelRun", object{"runID": n.run}) }).with(freshRun),
		"streamEvents": about(ok, func(n names) apptest.Request { return get(eventsPath + "?runID=" + n.run) }),
	}
}
