package contract_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// Any paging parameter adds all paging fields.
func TestPagingParameterAddsPageInfo(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		dataFolderID := platform.NewProject(token, "Orders")
		for range 3 {
			platform.NewEnvironment(token, dataFolderID, "Stage")
		}
		next, _ := list(platform, token, "?limit=1")
		var cursor string
		if err := json.Unmarshal(next["next"], &cursor); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string]string{
			"?limit=2":                          `"total":3 "limit":2 "orderBy":"id" "orderByDirection":"asc" 2 elements`,
			"?limit=3":                          `"total":3 "limit":3 "orderBy":"id" "orderByDirection":"asc" 3 elements`,
			"?limit=5000":                       `"total":3 "limit":1000 "orderBy":"id" "orderByDirection":"asc" 3 elements`,
			"?startingFrom=" + cursor:           `"total":3 "limit":null "orderBy":"id" "orderByDirection":"asc" 2 elements`,
			"?orderBy=name":                     `"total":3 "limit":null "orderBy":"name" "orderByDirection":"asc" 3 elements`,
			"?orderByDirection=desc":            `"total":3 "limit":null "orderBy":"id" "orderByDirection":"desc" 3 elements`,
			"?orderByDirection=asc&detail=true": `"total":3 "limit":null "orderBy":"id" "orderByDirection":"asc" 3 elements`,
		} {
			fields, environments := list(platform, token, query)
			wantSame(t, "fields of "+query, keys(fields), []string{"data", "limit", "next", "orderBy", "orderByDirection", "total"})
			got := fmt.Sprintf(`"total":%s "limit":%s "orderBy":%s "orderByDirection":%s %d elements`,
				fields["total"], fields["limit"], fields["orderBy"], fields["orderByDirection"], len(environments))
			if got != want {
				t.Errorf("%s\n got %s\nwant %s", query, got, want)
			}
		}
		if fields, _ := list(platform, token, "?detail=true&project="+dataFolderID); len(fields) != 1 {
			t.Errorf("detail and project are no paging parameters: %v", keys(fields))
		}
	})
}

// Following next visits every environment once, in every order, also where the values are equal.
func TestNextVisitsAllEnvironments(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		homes := []string{platform.NewProject(token, "Orders"), platform.NewProject(token, "Costs")}
		for i, name := range []string{"b", "a", "B", "a", "é", "a b", "Z", "a", "", "10", "9"} {
			platform.NewEnvironment(token, homes[i%2], "Stage "+name)
		}
		for _, order := range []string{"id", "name", "status", "project", "createdAt"} {
			for _, direction := range []string{"asc", "desc"} {
				query := "?orderBy=" + order + "&orderByDirection=" + direction
				_, whole := list(platform, token, query)
				wantSame(t, query, walk(t, platform, token, query+"&limit=3"), idsOf(whole))
			}
		}
	})
}

// walk follows next from page to page and returns the ids.
func walk(t *testing.T, platform *apptest.Platform, token, query string) []string {
	t.Helper()
	var seen []string
	for at := query; ; {
		fields, page := list(platform, token, at)
		seen = append(seen, idsOf(page)...)
		if len(seen) > 1000 {
			t.Fatal("next never ends")
		}
		if string(fields["next"]) == "null" {
			return seen
		}
		var next string
		if err := json.Unmarshal(fields["next"], &next); err != nil {
			t.Fatal(err)
		}
		at = query + "&startingFrom=" + url.QueryEscape(next)
	}
}

// A page continues after the element that the previous one ended with, also if that one was deleted.
func TestNextContinuesAfterDeletion(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	dataFolderID := platform.NewProject(token, "Orders")
	var ids []string
	for range 5 {
		ids = append(ids, platform.NewEnvironment(token, dataFolderID, "Stage"))
	}
	fields, _ := list(platform, token, "?limit=2")
	var next string
	if err := json.Unmarshal(fields["next"], &next); err != nil {
		t.Fatal(err)
	}
	platform.Delete(token, environmentsPath+"/"+ids[1]).Want(http.StatusNoContent)
	_, rest := list(platform, token, "?limit=9&startingFrom="+next)
	wantSame(t, "the rest", idsOf(rest), ids[2:])
	wantFault(t, platform.Get(token, environmentsPath+"?orderBy=name&startingFrom="+next), http.StatusBadRequest, "another order")
	wantFault(t, platform.Get(token, environmentsPath+"?orderByDirection=desc&startingFrom="+next), http.StatusBadRequest, "another order")
}
