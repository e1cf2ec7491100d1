package selector_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/selector"
)

func TestPick(t *testing.T) {
	t.Parallel()
	c := shop()
	for _, tt := range []struct{ include, exclude, want string }{
		{"", "", "d1 f1 s1 s2 s3 t1 t2 v1"},
		{"  ", "\n", "d1 f1 s1 s2 s3 t1 t2 v1"},
		{"", "{nodeType:Source}", "d1 f1 t1 t2 v1"},
		{"{location:MART}", "", "d1 f1 v1"},
		{"{location:MART}", "{ORDERS}", "d1 f1"},
		{"{location:MART}", "+{nodeType:Fact}", "v1"},
		{"+{nodeType:Fact}", "{location:SRC} OR {nodeType:Fact}", "d1 t1 t2"},
		{"{*}", "{*}", ""},
		{"{subgraph:Daily}", "{subgraph:Nightly}", "d1 t1"},
	} {
		got, _, err := selector.Pick(c, tt.include, tt.exclude)
		if err != nil {
			t.Errorf("%q without %q: %v", tt.include, tt.exclude, err)
		}
		if ids := strings.Join(got.IDs, " "); ids != tt.want {
			t.Errorf("%q without %q picks %q, want %q", tt.include, tt.exclude, ids, tt.want)
		}
	}
}

func TestPickWarningsNameTheSelector(t *testing.T) {
	t.Parallel()
	got, read, err := selector.Pick(shop(), "{A || CUSTOMER}", "{ORDERS || B}")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]selector.Part{selector.Include, selector.Exclude}, parts(read)); diff != "" {
		t.Errorf("reading (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]selector.Part{selector.Include, selector.Exclude}, parts(got.Warnings)); diff != "" {
		t.Errorf("resolving (-want +got):\n%s", diff)
	}
}

func parts(warnings []selector.Warning) []selector.Part {
	var all []selector.Part
	for _, w := range warnings {
		all = append(all, w.Part)
	}
	return all
}

func TestPickErrorsNameTheSelector(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ include, exclude, prefix string }{
		{"{", "", "include selector: expected "},
		{"", "{", "exclude selector: expected "},
		{"(", ")", "include selector: expected "},
	} {
		_, _, err := selector.Pick(shop(), tt.include, tt.exclude)
		if err == nil || !strings.HasPrefix(err.Error(), tt.prefix) {
			t.Errorf("%q without %q returned %v, want %q…", tt.include, tt.exclude, err, tt.prefix)
		}
		if _, ok := errors.AsType[*selector.SyntaxError](err); !ok || !fault.Is(err, fault.Invalid) {
			t.Errorf("%v is no syntax error and invalid fault", err)
		}
	}
}
