package storetest

import (
	"maps"
	"testing"

	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

// deed starts or ends the named run, and says which status the environment has afterwards.
type deed struct {
	run  string
	do   string // refresh, forced or deploy; or the status that the run ends with
	then project.Status
}

type story []deed

// stories are sequences of status changes. Runs of one sequence share no nodes.
func stories() map[string]story {
	all := refreshStories()
	maps.Copy(all, deployStories())
	return all
}

func refreshStories() map[string]story {
	return map[string]story{
		"a completed refresh": {
			{"a", "refresh", project.Refreshing}, {"a", "completed", project.Waiting},
		},
		"a failed refresh, then a completed one": {
			{"a", "refresh", project.Refreshing},
			{"a", "failed", project.FailedRefresh},
			{"b", "refresh", project.Refreshing},
			{"b", "completed", project.Waiting},
		},
		"a refresh that is canceled": {
			{"a", "refresh", project.Refreshing},
			{"a", "failed", project.FailedRefresh},
			{"b", "refresh", project.Refreshing},
			{"b", "canceled", project.Waiting},
		},
		"the first of concurrent refreshes fails": {
			{"a", "refresh", project.Refreshing},
			{"b", "refresh", project.Refreshing},
			{"c", "refresh", project.Refreshing},
			{"a", "failed", project.Refreshing},
			{"b", "completed", project.Refreshing},
			{"c", "canceled", project.FailedRefresh},
			{"d", "refresh", project.Refreshing},
			{"d", "completed", project.Waiting},
		},
		"the last of concurrent refreshes fails": {
			{"a", "refresh", project.Refreshing},
			{"b", "refresh", project.Refreshing},
			{"b", "completed", project.Refreshing},
			{"a", "failed", project.FailedRefresh},
		},
		"a refresh that starts late belongs to the same group": {
			{"a", "refresh", project.Refreshing},
			{"b", "refresh", project.Refreshing},
			{"a", "failed", project.Refreshing},
			{"c", "refresh", project.Refreshing},
			{"b", "completed", project.Refreshing},
			{"c", "completed", project.FailedRefresh},
		},
	}
}

func deployStories() map[string]story {
	return map[string]story{
		"a completed deploy": {
			{"a", "deploy", project.Deploying}, {"a", "completed", project.Waiting},
		},
		"a deploy after a failed refresh": {
			{"a", "refresh", project.Refreshing},
			{"a", "failed", project.FailedRefresh},
			{"b", "deploy", project.Deploying},
			{"b", "completed", project.Waiting},
		},
		"a failed deploy, then a completed one": {
			{"a", "deploy", project.Deploying},
			{"a", "failed", project.FailedDeploy},
			{"b", "deploy", project.Deploying},
			{"b", "completed", project.Waiting},
			{"c", "refresh", project.Refreshing},
			{"c", "completed", project.Waiting},
		},
		"a deploy that is canceled": {
			{"a", "deploy", project.Deploying}, {"a", "canceled", project.FailedDeploy},
		},
		"forced refreshes do not clear a failed deploy": {
			{"a", "deploy", project.Deploying},
			{"a", "failed", project.FailedDeploy},
			{"b", "forced", project.Refreshing},
			{"b", "completed", project.FailedDeploy},
			{"c", "forced", project.Refreshing},
			{"d", "forced", project.Refreshing},
			{"d", "failed", project.Refreshing},
			{"c", "canceled", project.FailedDeploy},
			{"e", "deploy", project.Deploying},
			{"e", "completed", project.Waiting},
		},
	}
}

func (s story) play(t *testing.T, o *tenant) {
	place := o.environment(t, o.project(t).ID)
	claims := map[string]*run.ClaimedRun{}
	for i, deed := range s {
		found, err := o.db.Environments().Find(t.Context(), o.Organization.ID, place.ID)
		ok(t, err)
		switch deed.do {
		case "refresh", "forced", "deploy":
			draft := o.draft(place.ID)
			draft.Snapshot, draft.Details.Force = found.Snapshot, deed.do == "forced"
			if deed.do == "deploy" {
				draft.Type = run.Deploy
			}
			claims[deed.run] = o.claimRun(t, o.insert(t, draft).ID)
		default:
			o.finish(t, claims[deed.run], run.Status(deed.do))
		}
		o.statusIs(t, place.ID, deed.then)
		if t.Failed() {
			t.Fatalf("at deed %d: %+v", i+1, deed)
		}
	}
}
