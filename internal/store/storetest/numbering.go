package storetest

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

func numberingCases() cases {
	return cases{
		"environments and workspaces share a sequence":     sharedSequence,
		"concurrent creates leave no gap and no duplicate": sequenceAtOnce,
		"concurrent runs leave no gap and no duplicate":    runsAtOnce,
		"a number is never reused":                         numbersAreNotReused,
	}
}

func sharedSequence(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	for _, each := range []*tenant{o, other} { // each organization has its own count
		p := each.project(t)
		equal(t, each.workspacesOf(t, p)[0].ID, 1)
		equal(t, each.environment(t, p.ID).ID, 2)
		equal(t, each.workspace(t, p.ID).ID, 3)
		equal(t, each.environment(t, p.ID).ID, 4)
	}
}

// sequenceAtOnce creates objects in two organizations concurrently, half of them environments and half workspaces.
func sequenceAtOnce(t *testing.T, w suiteContext) {
	tenants := []*tenant{w.tenant(t), w.tenant(t)}
	projects := []ids.Project{tenants[0].project(t).ID, tenants[1].project(t).ID}
	const creates = 50
	numbers := [2][creates]int64{}
	for _, err := range together(2*creates, func(i int) error {
		which, n := i%2, i/2
		o := tenants[which]
		if n%2 == 0 {
			environment, err := o.db.Environments().Create(t.Context(), o.admin.actor, newEnvironment(projects[which]))
			numbers[which][n] = int64(environment.ID)
			return err
		}
		workspace, err := o.db.Workspaces().Create(t.Context(), o.admin.actor, newWorkspace(projects[which]))
		numbers[which][n] = int64(workspace.ID)
		return err
	}) {
		ok(t, err)
	}
	for _, given := range numbers {
		equal(t, sortedNumbers(given[:]), counting(2, creates)) // 1 is the workspace that was created with the project
	}
}

func runsAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	environment := o.environment(t, o.project(t).ID)
	const runs = 50
	numbers := [runs]int64{}
	for _, err := range together(runs, func(i int) error {
		stored, err := o.db.Runs().Insert(t.Context(), o.admin.actor, o.draft(environment.ID))
		numbers[i] = int64(stored.ID)
		return err
	}) {
		ok(t, err)
	}
	equal(t, sortedNumbers(numbers[:]), counting(1, runs))
	load, err := o.db.Runs().Load(t.Context(), o.sees())
	ok(t, err)
	equal(t, load, run.Load{WaitingToRun: runs})
}

func sortedNumbers(numbers []int64) []int64 {
	return slices.Sorted(slices.Values(numbers))
}

// counting returns n numbers, beginning with first.
func counting(first, n int64) []int64 {
	numbers := make([]int64, n)
	for i := range numbers {
		numbers[i] = first + int64(i)
	}
	return numbers
}

func numbersAreNotReused(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	for number := range int64(3) {
		environment := o.environment(t, p.ID)
		equal(t, int64(environment.ID), 2+2*number)
		ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, environment.ID))
		workspace := o.workspace(t, p.ID)
		equal(t, int64(workspace.ID), 3+2*number)
		ok(t, o.db.Workspaces().Delete(t.Context(), o.admin.actor, workspace.ID))
	}
	ok(t, o.db.Projects().Delete(t.Context(), o.admin.actor, p.ID))
	equal(t, o.workspacesOf(t, o.project(t))[0].ID, 8)
}
