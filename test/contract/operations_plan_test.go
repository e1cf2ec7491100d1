package contract_test

import (
	"net/http"

	"github.com/millrace/millrace/internal/apptest"
)

func planOperations() map[string]operationCase {
	const environments, plans = "/api/v1/environments/", "/api/v1/plans/"
	return map[string]operationCase{
		"listPlans": about(ok, func(n names) apptest.Request { return get(environments + n.environment + "/plans") }),
		"createPlan": about(created, func(n names) apptest.Request {
			return post(environments+n.environment+"/plans", object{"deployment": n.run})
		}).with(someDeployment),
		"getPlan": about(ok, func(n names) apptest.Request { return get(plans + n.plan) }).with(freshPlan),
		"discardPlan": about(gone, func(n names) apptest.Request {
			return del(plans + n.plan)
		}).with(freshPlan),
		"deployPlan": about(ok, func(n names) apptest.Request {
			return post(plans+n.plan+"/deploy", object{"confirmDestructive": true, "parallelism": 2})
		}).with(freshPlan),
		"listDeployments": about(ok, func(n names) apptest.Request { return get(environments + n.environment + "/deployments") }),
		"resumeDeployment": about(ok, func(n names) apptest.Request {
			return post(environments+n.environment+"/deployments/"+n.run+"/resume", nil)
		}).with(canceledDeployment),
		"listEnvironmentJobs": about(ok, func(n names) apptest.Request { return get(environments + n.environment + "/jobs") }),
	}
}

// freshPlan creates a plan of a new environment.
func freshPlan(w *apiFixture, n *names, who apptest.Person) {
	freshEnvironment(w, n, who)
	mapToOwnSchema(w.Platform, w.admin.Token, n.environment)
	n.plan = w.newPlan(n.environment)
}

// newPlan plans to deploy the fixture's project.
func (w *apiFixture) newPlan(environment string) string {
	return w.Do(apptest.Request{
		Method: http.MethodPost, Path: "/api/v1/environments/" + environment + "/plans", Token: w.admin.Token, Body: zipped(w.t, deployedFiles()),
		Header: http.Header{"Content-Type": {"application/zip"}},
	}).Want(http.StatusCreated).Field("id")
}

// someDeployment returns the deployment of the fixture's environment.
func someDeployment(_ *apiFixture, n *names, _ apptest.Person) { n.run = "1" }

// canceledDeployment creates a deployment that was canceled.
func canceledDeployment(w *apiFixture, n *names, who apptest.Person) {
	freshEnvironment(w, n, who)
	mapToOwnSchema(w.Platform, w.admin.Token, n.environment)
	w.Deploy(w.organization, n.environment, deployedFiles())
	slow := counter(w.t, w.Post(w.admin.Token, "/scheduler/startRun", object{
		"runDetails": object{"environmentID": n.environment, "includeNodesSelector": "{ STONE }"}, "parameters": object{"wait": 3600},
	}))
	n.run = counter(w.t, w.Post(w.admin.Token, "/api/v1/plans/"+w.newPlan(n.environment)+"/deploy", nil))
	for _, run := range []string{n.run, slow} {
		w.Post(w.admin.Token, "/scheduler/cancelRun", object{"runID": run}).Want(http.StatusNoContent)
	}
}
