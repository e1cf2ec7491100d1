package storetest

import (
	"context"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

func runListCases() cases {
	return cases{
		"runs in every order":                runsInEveryOrder,
		"runs that match a query":            runsThatFit,
		"an invalid cursor is rejected":      runCursors,
		"a cursor between runs is valid":     cursorBetweenRuns,
		"a walk is correct while runs start": listWhileRunsStart,
	}
}

func (o *tenant) runListing(query run.Query) listing[run.Run] {
	if query.Sees.Organization == "" {
		query.Sees = o.sees()
	}
	return listing[run.Run]{
		fields: run.Order,
		fetch: func(ctx context.Context, request page.Request) (page.Result[run.Run], error) {
			query.Page = request
			return o.db.Runs().List(ctx, query)
		},
		compare: map[string]func(a, b run.Run) int{
			"id":            by(func(r run.Run) ids.Run { return r.ID }),
			"runType":       by(func(r run.Run) run.Type { return r.Type }),
			"runStatus":     by(func(r run.Run) run.Status { return r.Status }),
			"environmentID": by(func(r run.Run) ids.Environment { return r.Environment }),
			"runStartTime":  by(func(r run.Run) int64 { return max(0, r.StartedAt.UnixMilli()) }),
			"runEndTime":    by(func(r run.Run) int64 { return max(0, r.EndedAt.UnixMilli()) }),
		},
	}
}

// manyRuns stores runs of two environments in every status.
func (o *tenant) manyRuns(t *testing.T, envs [2]project.Environment) []run.Run {
	t.Helper()
	statuses := []run.Status{run.Completed, run.Failed, run.Canceled, run.Running, run.WaitingToRun}
	var all []run.Run
	for i := range 14 { // more than nine, to notification the order of numbers from that of text
		all = append(all, o.run(t, envs[i%3%2].ID, statuses[i%len(statuses)]))
	}
	deploy := o.insert(t, o.deployDraft(envs[1].ID))
	return append(all, deploy, o.cancel(t, o.insert(t, o.deployDraft(envs[0].ID))))
}

func runsInEveryOrder(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	envs := [2]project.Environment{o.environment(t, o.project(t).ID), o.environment(t, o.project(t).ID)}
	all := o.manyRuns(t, envs)
	o.runListing(run.Query{}).check(t, all)

	reader := o.member(t)
	o.grantEnvironment(t, reader.ID, account.EnvironmentRoleGrant{Environment: envs[1].ID, Role: account.EnvironmentReader})
	o.runListing(run.Query{Sees: reader.actor.Sees()}).check(t, ofWhich(all, func(r run.Run) bool { return r.Environment == envs[1].ID }))
}

func ofWhich(all []run.Run, fits func(run.Run) bool) []run.Run {
	var some []run.Run
	for _, r := range all {
		if fits(r) {
			some = append(some, r)
		}
	}
	return some
}

func runsThatFit(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	envs := [2]project.Environment{o.environment(t, o.project(t).ID), o.environment(t, o.project(t).ID)}
	all := o.manyRuns(t, envs)
	for _, query := range []run.Query{
		{Type: run.Deploy},
		{Status: run.Failed},
		{Environment: envs[0].ID},
		{Type: run.Refresh, Status: run.Completed, Environment: envs[1].ID},
		{Environment: 99},
		{Status: "nothing"},
	} {
		want := ofWhich(all, func(r run.Run) bool {
			return (query.Type == "" || r.Type == query.Type) && (query.Status == "" || r.Status == query.Status) &&
				(query.Environment == 0 || r.Environment == query.Environment)
		})
		listing := o.runListing(query)
		listing.checkOwnOrder(t, want)
		request := page.Request{OrderBy: "runStartTime", Descending: true, Limit: 2}
		equal(t, listing.walk(t, request, nil), listing.sorted(want, request))
	}
}

func runCursors(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	o.refresh(t, o.environment(t, o.project(t).ID).ID)
	for _, cursor := range []page.Cursor{{Value: "x", ID: "1"}, {Value: "1", ID: "x"}, {}, {Value: "1.5", ID: "1"}} {
		for _, field := range []string{"id", "runStartTime", "environmentID"} {
			_, err := o.db.Runs().List(t.Context(), run.Query{Sees: o.sees(), Page: page.Request{OrderBy: field, After: &cursor}})
			refused(t, err, fault.Invalid, "cursor")
		}
	}
}

// cursorBetweenRuns starts at a time that no run has, as clients do that send a time instead of a cursor.
func cursorBetweenRuns(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	over, waiting := o.run(t, env.ID, run.Completed), o.run(t, env.ID, run.WaitingToRun)
	for moment, want := range map[int64][]run.Run{
		over.StartedAt.UnixMilli() - 1: {over}, over.StartedAt.UnixMilli() + 1: nil, -1: {waiting, over},
	} {
		after := page.Cursor{Value: ids.FormatNumber(ids.Run(moment)), ID: "0"}
		listed, err := o.db.Runs().List(t.Context(), run.Query{Sees: o.sees(), Page: page.Request{OrderBy: "runStartTime", After: &after}})
		ok(t, err)
		equal(t, listed.Items, want)
	}
}

// listWhileRunsStart walks from the newest run to the oldest while new ones start: none is returned twice and none is
// missed.
func listWhileRunsStart(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	var all []run.Run
	for range 6 {
		all = append(all, o.refresh(t, env.ID))
	}
	request := page.Request{OrderBy: "id", Descending: true, Limit: 2}
	listing := o.runListing(run.Query{})
	equal(t, listing.walk(t, request, func() { o.refresh(t, env.ID) }), listing.sorted(all, request))
}
