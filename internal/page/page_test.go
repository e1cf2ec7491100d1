package page_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/page"
)

var fields = page.Fields{"id", "name"}

func TestParseReadsParameters(t *testing.T) {
	t.Parallel()
	next := page.Request{OrderBy: "name", Descending: true}.Encode(page.Cursor{Value: "Zoë", ID: "7"})
	for name, tt := range map[string]struct {
		params page.Params
		want   page.Request
	}{
		"nothing":          {page.Params{}, page.Request{OrderBy: "id"}},
		"limit":            {page.Params{Limit: new("25")}, page.Request{OrderBy: "id", Limit: 25}},
		"no limit":         {page.Params{Limit: new("0")}, page.Request{OrderBy: "id"}},
		"no limit, twice":  {page.Params{Limit: new("00")}, page.Request{OrderBy: "id"}},
		"too large":        {page.Params{Limit: new("1001")}, page.Request{OrderBy: "id", Limit: 1000}},
		"far too large":    {page.Params{Limit: new("99999999999999999999")}, page.Request{OrderBy: "id", Limit: 1000}},
		"order":            {page.Params{OrderBy: new("name"), OrderByDirection: new("desc")}, page.Request{OrderBy: "name", Descending: true}},
		"cursor and order": {page.Params{StartingFrom: &next, OrderBy: new("name"), OrderByDirection: new("desc")}, page.Request{OrderBy: "name", Descending: true, After: &page.Cursor{Value: "Zoë", ID: "7"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := page.Parse(tt.params, fields)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}

func TestInvalidParametersAreRejected(t *testing.T) {
	t.Parallel()
	byName := page.Request{OrderBy: "name"}.Encode(page.Cursor{Value: "a", ID: "1"})
	for name, params := range map[string]page.Params{
		"limit negative":          {Limit: new("-1")},
		"limit empty":             {Limit: new("")},
		"limit word":              {Limit: new("ten")},
		"limit fraction":          {Limit: new("1.5")},
		"unknown field":           {OrderBy: new("password_hash")},
		"empty field":             {OrderBy: new("")},
		"direction":               {OrderByDirection: new("DESC")},
		"cursor of noise":         {StartingFrom: new("!!")},
		"cursor of other order":   {StartingFrom: &byName},
		"cursor, other direction": {StartingFrom: &byName, OrderBy: new("name"), OrderByDirection: new("desc")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := page.Parse(params, fields); !fault.Is(err, fault.Invalid) || fault.From(err).Hint == "" {
				t.Fatalf("err = %v, want invalid with a hint", err)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add("10", "eyJvIjoiaWQiLCJ2IjoiMSIsImkiOiIxIn0", "id", "asc")
	f.Fuzz(func(t *testing.T, limit, from, orderBy, direction string) {
		request, err := page.Parse(page.Params{Limit: &limit, StartingFrom: &from, OrderBy: &orderBy, OrderByDirection: &direction}, fields)
		if err != nil {
			if !fault.Is(err, fault.Invalid) {
				t.Fatalf("err = %v, want invalid", err)
			}
			return
		}
		if request.Limit < 0 || request.Limit > page.MaxLimit {
			t.Fatalf("limit %d", request.Limit)
		}
		if again, err := page.Parse(page.Params{StartingFrom: new(request.Encode(*request.After)), OrderBy: &orderBy, OrderByDirection: &direction}, fields); err != nil || *again.After != *request.After {
			t.Fatalf("the cursor does not survive a round trip: %v", err)
		}
	})
}
