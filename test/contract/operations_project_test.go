package contract_test

import (
	"net/http"

	"github.com/millrace/millrace/internal/apptest"
)

const (
	someNode = "6f1c1c1e-3f0b-4a53-9d5f-0d9f0d6a1b2c" // nodes come with a later version
	ok       = http.StatusOK
	created  = http.StatusCreated
	gone     = http.StatusNoContent
	later    = http.StatusNotImplemented
)

func environmentOperations() map[string]operationCase {
	const path = "/api/v1/environments"
	return map[string]operationCase{
		"listEnvironments": listed(path),
		"createEnvironment": about(created, func(n names) apptest.Request {
			return post(path, object{"project": n.project, "name": n.fresh, "description": "made by a test"})
		}),
		"getEnvironment":    about(ok, func(n names) apptest.Request { return get(path + "/" + n.environment) }),
		"updateEnvironment": about(ok, func(n names) apptest.Request { return patch(path+"/"+n.environment, object{"description": n.fresh}) }),
		"deleteEnvironment": about(gone, func(n names) apptest.Request { return del(path + "/" + n.environment) }).with(freshEnvironment),
		"listEnvironmentNodes": about(later, func(n names) apptest.Request {
			return get(path + "/" + n.environment + "/nodes")
		}),
		"getEnvironmentNode": about(later, func(n names) apptest.Request {
			return get(path + "/" + n.environment + "/nodes/" + someNode)
		}),
		"getEnvironmentJob": about(later, func(n names) apptest.Request {
			return get(path + "/" + n.environment + "/jobs/1")
		}),
	}
}

func workspaceOperations() map[string]operationCase {
	const path = "/api/v1/workspaces"
	in := func(n names, rest string) string { return path + "/" + n.workspace + rest }
	job := object{"name": "nightly", "includeSelector": "*", "excludeSelector": ""}
	subgraph := object{"name": "core", "steps": []string{someNode}}
	return map[string]operationCase{
		"listWorkspaces": listed(path),
		"createWorkspace": about(created, func(n names) apptest.Request {
			return post(path, object{"project": n.project, "name": n.fresh})
		}),
		"getWorkspace":       about(ok, func(n names) apptest.Request { return get(in(n, "")) }),
		"deleteWorkspace":    about(gone, func(n names) apptest.Request { return del(in(n, "")) }).with(freshWorkspace),
		"listWorkspaceNodes": about(later, func(n names) apptest.Request { return get(in(n, "/nodes")) }),
		"createWorkspaceNode": about(later, func(n names) apptest.Request {
			return post(in(n, "/nodes"), object{"nodeType": "Stage", "predecessorNodeIDs": []string{someNode}})
		}),
		"getWorkspaceNode": about(later, func(n names) apptest.Request { return get(in(n, "/nodes/"+someNode)) }),
		"setWorkspaceNode": about(later, func(n names) apptest.Request {
			return put(in(n, "/nodes/"+someNode), object{"name": "STG_ORDERS", "nodeType": "Stage", "table": "ignored"})
		}),
		"deleteWorkspaceNode":     about(later, func(n names) apptest.Request { return del(in(n, "/nodes/"+someNode)) }),
		"createWorkspaceJob":      about(later, func(n names) apptest.Request { return post(in(n, "/jobs"), job) }),
		"getWorkspaceJob":         about(later, func(n names) apptest.Request { return get(in(n, "/jobs/1")) }),
		"updateWorkspaceJob":      about(later, func(n names) apptest.Request { return put(in(n, "/jobs/1"), job) }),
		"deleteWorkspaceJob":      about(later, func(n names) apptest.Request { return del(in(n, "/jobs/1")) }),
		"createWorkspaceSubgraph": about(later, func(n names) apptest.Request { return post(in(n, "/subgraphs"), subgraph) }),
		"getWorkspaceSubgraph":    about(later, func(n names) apptest.Request { return get(in(n, "/subgraphs/"+someNode)) }),
		"updateWorkspaceSubgraph": about(later, func(n names) apptest.Request { return put(in(n, "/subgraphs/"+someNode), subgraph) }),
		"deleteWorkspaceSubgraph": about(later, func(n names) apptest.Request { return del(in(n, "/subgraphs/"+someNode)) }),
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
		"linkGitAccount": about(later, func(n names) apptest.Request {
			return put(path+"/"+n.project+"/gitAccounts/"+n.user, object{"gitAccountID": "1"})
		}),
		"unlinkGitAccount": about(later, func(n names) apptest.Request {
			return del(path + "/" + n.project + "/gitAccounts/" + n.user)
		}),
	}
}

// gitAccountOperations are not carried out yet, not even as far as to look for the account: the bad request is one
// without a token, or with a body that is none.
func gitAccountOperations() map[string]operationCase {
	const path = "/api/v1/gitAccounts"
	account := object{
		"gitAccountName": "work", "gitUsername": "ada", "gitAuthorName": "Ada", "gitAuthorEmail": "ada@example.com", "gitToken": "t",
	}
	one := func(request apptest.Request) operationCase {
		return operationCase{good: fixed(request), status: later, refuse: http.StatusUnauthorized}
	}
	return map[string]operationCase{
		"listGitAccounts":  laterList(path),
		"createGitAccount": one(post(path, account)).refusing(http.StatusBadRequest, fixed(post(path, object{"colour": "red"}))),
		"getGitAccount":    one(get(path + "/1")),
		"updateGitAccount": one(patch(path+"/1", object{"gitUsername": "ada"})),
		"deleteGitAccount": one(del(path + "/1")),
	}
}

func runOperations() map[string]operationCase {
	return map[string]operationCase{
		"listRuns":      listed("/api/v1/runs"),
		"getRun":        about(ok, func(n names) apptest.Request { return get("/api/v1/runs/" + n.run) }),
		"getRunResults": about(ok, func(n names) apptest.Request { return get("/api/v1/runs/" + n.run + "/results") }),
		"getRunStatus":  about(ok, func(n names) apptest.Request { return get("/scheduler/runStatus?runCounter=" + n.run) }),
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
