package httpapi_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/httpapi"
)

func TestNormalizeQuery(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"":                                     "",
		"detail=true":                          "detail=true",
		"limit=&startingFrom=&detail=":         "",
		"limit=5&startingFrom=&detail=true":    "limit=5&detail=true",
		"orderByDirection=DESC":                "orderByDirection=desc",
		"orderByDirection=%41sc":               "orderByDirection=asc",
		"orderByDirection=A%26B":               "orderByDirection=a%26b",
		"orderBy=Name":                         "orderBy=Name",
		"runCounter=":                          "runCounter=",
		"runID=&environmentID=":                "runID=",
		"detail":                               "detail", // a missing value is not an empty one
		"&&a=1&":                               "&&a=1&",
		"project=%20":                          "project=%20",
		"orderByDirection=DESC&limit=&limit=7": "orderByDirection=desc&limit=7",
		"cursor=%61b&limit=2":                  "startingFrom=%61b&limit=2",
		"cursor=&limit=2":                      "limit=2",
		"cursor=ab&startingFrom=ab":            "startingFrom=ab",
		"startingFrom=ab&cursor=ab":            "startingFrom=ab",
		"startingFrom=ab&cursor=c":             "startingFrom=ab&startingFrom=c", // rejected: two values
		"cursor":                               "cursor",
	} {
		if got := httpapi.NormalizeQuery(raw); got != want {
			t.Errorf("%q becomes %q, want %q", raw, got, want)
		}
	}
}

// For any input: what could be parsed still can, nothing is added, and a second normalization changes nothing.
func FuzzNormalizeQuery(f *testing.F) {
	f.Add("limit=&orderByDirection=DESC&x=%41")
	f.Add("cursor=a&startingFrom=a&cursor")
	f.Fuzz(func(t *testing.T, raw string) {
		before, err := url.ParseQuery(raw)
		if err != nil {
			return // rejected before
		}
		plain := httpapi.NormalizeQuery(raw)
		after, err := url.ParseQuery(plain)
		if err != nil || httpapi.NormalizeQuery(plain) != plain {
			t.Fatalf("%q becomes %q: %v", raw, plain, err)
		}
		for name, values := range after {
			for _, value := range values {
				given := before[name]
				if name == "startingFrom" {
					given = append(given, before["cursor"]...)
				}
				if !strings.Contains(strings.ToLower(strings.Join(given, "\n")), strings.ToLower(value)) {
					t.Fatalf("%q has %s=%q, and %q has not", plain, name, value, raw)
				}
			}
		}
	})
}

// An operation that was renamed would silently lose its long timeout.
func TestLongOperationsExist(t *testing.T) {
	t.Parallel()
	operations, err := api.Operations()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"gitAdvertise": true, "gitUploadPack": true}
	for _, operation := range operations {
		known[operation.ID] = true
	}
	for name := range httpapi.LongOperations {
		if !known[name] {
			t.Errorf("%s is not an operation", name)
		}
	}
}
