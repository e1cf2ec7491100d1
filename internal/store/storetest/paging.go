package storetest

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

func pagingCases() cases {
	return cases{
		"a walk is correct while the list changes":  walkWhileChanging,
		"the cursor's element may be deleted":       cursorOfWhatIsGone,
		"a cursor that is not a number is rejected": cursorIsNoNumber,
		"a cursor that is not text is rejected":     cursorIsNoText,
		"an unknown order is an internal error":     unknownOrder,
		"an empty list has one empty page":          emptyList,
	}
}

// walkWhileChanging checks a property: whatever is inserted and deleted between the pages, an element that exists
// during the whole walk is returned exactly once, nothing is returned twice, and the order is right.
func walkWhileChanging(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	rapid.Check(t, func(draw *rapid.T) {
		p := o.project(t)
		name := rapid.StringN(0, 2, -1).Filter(func(s string) bool { return !slices.Contains([]byte(s), 0) })
		create := func(name string) project.Environment {
			draft := newEnvironment(p.ID)
			draft.Name = name
			environment, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
			ok(t, err)
			return environment
		}
		stay := map[ids.Environment]project.Environment{}
		var candidates []ids.Environment
		for _, n := range rapid.SliceOfN(name, 0, 8).Draw(draw, "names") {
			environment := create(n)
			stay[environment.ID] = environment
			candidates = append(candidates, environment.ID)
		}
		between := func() {
			if rapid.Bool().Draw(draw, "insert") {
				create(name.Draw(draw, "new name"))
			}
			if len(candidates) > 0 && rapid.Bool().Draw(draw, "delete") {
				i := rapid.IntRange(0, len(candidates)-1).Draw(draw, "which")
				ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, candidates[i]))
				delete(stay, candidates[i])
				candidates = slices.Delete(candidates, i, i+1)
			}
		}
		request := page.Request{
			Limit: rapid.IntRange(1, 3).Draw(draw, "limit"), OrderBy: rapid.SampledFrom(project.EnvironmentOrder).Draw(draw, "order"),
			Descending: rapid.Bool().Draw(draw, "descending"),
		}
		listing := o.environmentListing(o.sees(), p.ID)
		walked := listing.walk(t, request, between)
		if missing := notIn(stay, walked); len(missing) > 0 || !slices.IsSortedFunc(walked, listing.strictly(request)) {
			draw.Fatalf("walked %v, missing %v", walked, missing)
		}
	})
}

// strictly returns a comparison without equal elements: an element that is returned twice is out of order.
func (l listing[T]) strictly(request page.Request) func(a, b T) int {
	return func(a, b T) int {
		pair := l.sorted([]T{a, b}, request)
		if l.compare["id"](a, b) == 0 || l.compare["id"](pair[0], a) != 0 {
			return 1
		}
		return -1
	}
}

func notIn(stay map[ids.Environment]project.Environment, walked []project.Environment) []ids.Environment {
	var missing []ids.Environment
	for id := range stay {
		if !slices.ContainsFunc(walked, func(e project.Environment) bool { return e.ID == id }) {
			missing = append(missing, id)
		}
	}
	return missing
}

func cursorOfWhatIsGone(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	var all []project.Environment
	for range 3 {
		all = append(all, o.environment(t, p.ID))
	}
	listing := o.environmentListing(o.sees(), p.ID)
	walked := listing.walk(t, page.Request{Limit: 2, OrderBy: "name"}, func() {
		ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, all[1].ID))
	})
	equal(t, walked, all)
}

func cursorIsNoNumber(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	environments := o.environmentListing(o.sees(), "")
	for _, request := range []page.Request{
		{OrderBy: "id", After: &page.Cursor{Value: "x", ID: "1"}},
		{OrderBy: "id", After: &page.Cursor{Value: "1", ID: "x"}},
		{OrderBy: "name", After: &page.Cursor{Value: "Production", ID: ""}},
		{OrderBy: "createdAt", After: &page.Cursor{Value: "2026-01-31", ID: "1"}},
		{OrderBy: "id", After: &page.Cursor{Value: "1.5", ID: "1"}},
		{OrderBy: "id", After: &page.Cursor{Value: "99999999999999999999", ID: "1"}},
	} {
		_, err := environments.fetch(t.Context(), request)
		refused(t, err, fault.Invalid, "startingFrom")
	}
	_, err := o.db.Tokens().List(t.Context(), o.Organization.ID, o.admin.ID,
		page.Request{OrderBy: "createdAt", After: &page.Cursor{Value: "soon", ID: "x"}})
	refused(t, err, fault.Invalid, "startingFrom")
}

func cursorIsNoText(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for _, cursor := range []page.Cursor{{Value: "a\x00b", ID: "1"}, {Value: "a", ID: "\x00"}, {Value: "\xff", ID: "1"}} {
		_, err := o.userListing().fetch(t.Context(), page.Request{OrderBy: "email", After: &cursor})
		refused(t, err, fault.Invalid, "startingFrom")
	}
}

// unknownOrder cannot come from a client, because page.Parse rejects it; if it happens, it must fail.
func unknownOrder(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	_, err := o.userListing().fetch(t.Context(), page.Request{OrderBy: "password_hash"})
	refused(t, err, fault.Internal)
}

func emptyList(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for _, limit := range []int{0, 5} {
		result, err := o.environmentListing(o.sees(), "").fetch(t.Context(), page.Request{OrderBy: "id", Limit: limit})
		ok(t, err)
		if result.Items == nil {
			t.Error("an empty page is nil, which JSON writes as null")
		}
		equal(t, result, page.Result[project.Environment]{})
	}
	tokens, err := o.db.Tokens().List(t.Context(), o.Organization.ID, "nobody", ordered("id"))
	ok(t, err)
	equal(t, tokens, page.Result[account.Token]{})
}
