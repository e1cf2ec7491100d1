package search_test

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/search"
)

func TestMatchesAreRankedByHowWellTheNameFits(t *testing.T) {
	t.Parallel()
	const whole = "MART.REVENUE_BY_MONTH"
	ranked := []string{"revenue_by_month", "revenue", "month", "enue", "mart"} // the best first
	last := -1
	for _, text := range ranked {
		rank, ok := search.Match("REVENUE_BY_MONTH", whole, text)
		if !ok || rank <= last {
			t.Errorf("%q: rank %d after rank %d, found %t", text, rank, last, ok)
		}
		last = rank
	}
}

func TestEveryWordMustOccur(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"mart revenue":                true,
		"  Mart   REVENUE ":           true,
		"revenue year":                false,
		"mart.revenue_by_month":       true,
		"mart.revenue_by_month.total": false,
	} {
		if _, ok := search.Match("REVENUE_BY_MONTH", "MART.REVENUE_BY_MONTH", text); ok != want {
			t.Errorf("%q: found %t, want %t", text, ok, want)
		}
	}
}

func TestBestResultsOfEachTypeComeFirst(t *testing.T) {
	t.Parallel()
	var candidates []search.Result
	for _, name := range []string{"OLD_ORDERS", "ORDERS", "ORDERS_BY_DAY", "REORDERS", "CUSTOMERS"} {
		candidates = append(candidates, search.Result{Type: search.Node, Name: name})
	}
	candidates = append(candidates, search.Result{Type: search.Project, Name: "Orders of the shop"})
	names, hasMore := search.Best(3, candidates, "orders")
	want := []string{"Orders of the shop", "ORDERS", "ORDERS_BY_DAY", "OLD_ORDERS"}
	if !slices.Equal(names, want) || !hasMore {
		t.Errorf("got %q with more %t, want %q with more", names, hasMore, want)
	}
	if names, hasMore = search.Best(10, candidates, "customers"); len(names) != 1 || hasMore {
		t.Errorf("got %q with more %t, want one", names, hasMore)
	}
}
