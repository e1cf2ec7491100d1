package storetest

import (
	"maps"
	"testing"

	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

// statusStep starts or ends the named run, and says which status the environment has afterwards.
type statusStep struct {
	run  string
	do   string // refresh, forced or deploy; or the status that the run ends with
	then project.Status
}

type statusSequence []statusStep

// statusSequences are sequences of status changes. Runs of one sequence share no nodes.
func statusSequences() map[string]statusSequence {
	all := refreshSequences()
	maps.Copy(all, deploySequences())
	return all
}

func refreshSequences() map[string]statusSequence {
	return map[string]statusSequence{
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

func deploySequences() map[string]statusSequence {
	return map[string]statusSequence{
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

func (s statusSequence) play(t *testing.T, o *tenant) {
	env := o.environment(t, o.project(t).ID)
	claims := map[string]*run.ClaimedRun{}
	for i, statusStep := range s {
		found, err := o.db.Environments().Find(t.Context(), o.Organization.ID, env.ID)
		ok(t, err)
		switch statusStep.do {
		case "refresh", "forced", "deploy":
			draft := o.draft(env.ID)
			draft.Snapshot, draft.Details.Force = found.Snapshot, statusStep.do == "forced"
			if statusStep.do == "deploy" {
				draft.Type = run.Deploy
			}
			claims[statusStep.run] = o.claimRun(t, o.insert(t, draft).ID)
		default:
			o.finish(t, claims[statusStep.run], run.Status(statusStep.do))
		}
		o.statusIs(t, env.ID, statusStep.then)
		if t.Failed() {
			t.Fatalf("at statusStep %d: %+v", i+1, statusStep)
		}
	}
}
