package scim_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/scim"
)

// asJSON returns a value as plain JSON values.
func asJSON(t *testing.T, value any) any {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(raw, &plain); err != nil {
		t.Fatal(err)
	}
	return plain
}

type patchCase struct {
	name, before, operations, want string
	isGroup                        bool
}

// The examples of RFC 7644, section 3.5.2, and what Okta and Entra ID send.
func TestPatch(t *testing.T) {
	t.Parallel()
	user := `{"userName": "ann@example.com", "active": true, "name": {"givenName": "Ann"}, "emails": [{"value": "ann@example.com", "type": "work", "primary": true}]}`
	group := `{"displayName": "Data", "members": [{"value": "1"}, {"value": "2"}]}`
	for _, c := range []patchCase{
		{
			name: "add a member", isGroup: true, before: group, operations: `[{"op": "add", "path": "members", "value": [{"display": "Babs", "value": "3"}]}]`,
			want: `{"displayName": "Data", "members": [{"value": "1"}, {"value": "2"}, {"display": "Babs", "value": "3"}]}`,
		},
		{
			name: "add a member twice", isGroup: true, before: group, operations: `[{"op": "Add", "path": "members", "value": [{"value": "2"}]}]`,
			want: group,
		},
		{
			name: "remove all members", isGroup: true, before: group, operations: `[{"op": "remove", "path": "members"}]`,
			want: `{"displayName": "Data"}`,
		},
		{
			name: "remove a member", isGroup: true, before: group, operations: `[{"op": "remove", "path": "members[value eq \"1\"]"}]`,
			want: `{"displayName": "Data", "members": [{"value": "2"}]}`,
		},
		{
			name: "remove a member who is not there", isGroup: true, before: group, operations: `[{"op": "remove", "path": "members[value eq \"7\"]"}]`,
			want: group,
		},
		{
			name: "remove and add", isGroup: true, before: group,
			operations: `[{"op": "remove", "path": "members[value eq \"1\"]"}, {"op": "add", "path": "members", "value": [{"value": "3"}]}]`,
			want:       `{"displayName": "Data", "members": [{"value": "2"}, {"value": "3"}]}`,
		},
		{
			name: "replace all members", isGroup: true, before: group, operations: `[{"op": "replace", "path": "members", "value": [{"value": "7"}, {"value": "8"}]}]`,
			want: `{"displayName": "Data", "members": [{"value": "7"}, {"value": "8"}]}`,
		},
		{
			name: "Entra ID removes a member with a value", isGroup: true, before: group, operations: `[{"op": "Remove", "path": "members", "value": [{"value": "1"}]}]`,
			want: `{"displayName": "Data", "members": [{"value": "2"}]}`,
		},
		{
			name: "Okta renames a group", isGroup: true, before: group, operations: `[{"op": "replace", "value": {"id": "7", "displayName": "Other"}}]`,
			want: `{"displayName": "Other", "members": [{"value": "1"}, {"value": "2"}]}`,
		},
		{
			name: "add without a path", before: user, operations: `[{"op": "add", "value": {"emails": [{"value": "a@home.org", "type": "home"}], "displayName": "Annie"}}]`,
			want: `{"userName": "ann@example.com", "active": true, "name": {"givenName": "Ann"}, "displayName": "Annie",
				"emails": [{"value": "ann@example.com", "type": "work", "primary": true}, {"value": "a@home.org", "type": "home"}]}`,
		},
		{
			name: "add another primary address", before: user, operations: `[{"op": "add", "path": "emails", "value": {"value": "a@home.org", "primary": true}}]`,
			want: `{"userName": "ann@example.com", "active": true, "name": {"givenName": "Ann"},
				"emails": [{"value": "ann@example.com", "type": "work"}, {"value": "a@home.org", "primary": true}]}`,
		},
		{
			name: "Okta deactivates", before: user, operations: `[{"op": "replace", "value": {"active": false}}]`,
			want: `{"userName": "ann@example.com", "active": false, "name": {"givenName": "Ann"}, "emails": [{"value": "ann@example.com", "type": "work", "primary": true}]}`,
		},
		{
			name: "Entra ID deactivates", before: user, operations: `[{"op": "Replace", "path": "active", "value": "False"}]`,
			want: `{"userName": "ann@example.com", "active": false, "name": {"givenName": "Ann"}, "emails": [{"value": "ann@example.com", "type": "work", "primary": true}]}`,
		},
		{
			name: "Entra ID changes several attributes", before: user, operations: `[
				{"op": "Replace", "path": "emails[type eq \"work\"].value", "value": "new@example.com"}, {"op": "Add", "path": "name.familyName", "value": "Ames"},
				{"op": "Add", "path": "emails[type eq \"home\"].value", "value": "a@home.org"}, {"op": "Add", "path": "title", "value": "CEO"},
				{"op": "Add", "path": "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", "value": "Data"}]`,
			want: `{"userName": "ann@example.com", "active": true, "name": {"givenName": "Ann", "familyName": "Ames"},
				"emails": [{"value": "new@example.com", "type": "work", "primary": true}, {"value": "a@home.org", "type": "home"}]}`,
		},
		{
			name: "Entra ID sends paths as names", before: user,
			operations: `[{"op": "Add", "value": {"name.givenName": "Anne", "externalId": "7", "emails[type eq \"work\"].value": "new@example.com"}}]`,
			want: `{"userName": "ann@example.com", "active": true, "externalId": "7", "name": {"givenName": "Anne"},
				"emails": [{"value": "new@example.com", "type": "work", "primary": true}]}`,
		},
		{
			name: "replace a value", before: user, operations: `[{"op": "replace", "path": "emails[type eq \"work\"]", "value": {"type": "work", "value": "b@example.com"}}]`,
			want: `{"userName": "ann@example.com", "active": true, "name": {"givenName": "Ann"}, "emails": [{"value": "b@example.com", "type": "work"}]}`,
		},
		{
			name: "replace a complex attribute", before: user, operations: `[{"op": "replace", "path": "name", "value": {"familyName": "Ames"}}]`,
			want: `{"userName": "ann@example.com", "active": true, "name": {"givenName": "Ann", "familyName": "Ames"},
				"emails": [{"value": "ann@example.com", "type": "work", "primary": true}]}`,
		},
		{
			name: "remove attributes", before: user, operations: `[{"op": "remove", "path": "name.givenName"}, {"op": "replace", "path": "emails", "value": null}]`,
			want: `{"userName": "ann@example.com", "active": true}`,
		},
		{
			name: "a path with its schema", before: user, operations: `[{"op": "replace", "path": "urn:ietf:params:scim:schemas:core:2.0:User:name.givenName", "value": "B"}]`,
			want: `{"userName": "ann@example.com", "active": true, "name": {"givenName": "B"}, "emails": [{"value": "ann@example.com", "type": "work", "primary": true}]}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := scim.Patch(c.isGroup, parse(t, c.before), []byte(`{"Operations": `+c.operations+`}`))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(asJSON(t, parse(t, c.want)), asJSON(t, got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestInvalidPatches(t *testing.T) {
	t.Parallel()
	user := `{"userName": "ann@example.com", "emails": [{"value": "ann@example.com", "type": "work"}]}`
	for body, want := range map[string]string{
		`[]`:                  "invalidSyntax",
		`{"Operations": []}`:  "invalidSyntax",
		`{"Operations": "x"}`: "invalidSyntax",
		`{"Operations": [{"op": "move", "path": "active"}]}`:                                               "invalidSyntax",
		`{"Operations": [{"op": "remove"}]}`:                                                               "noTarget",
		`{"Operations": [{"op": "replace", "path": "emails[type eq \"home\"].value", "value": "x"}]}`:      "noTarget",
		`{"Operations": [{"op": "replace", "path": "emails[type eq \"home\"]", "value": {"value": "x"}}]}`: "noTarget",
		`{"Operations": [{"op": "replace", "path": "nothing", "value": "x"}]}`:                             "invalidPath",
		`{"Operations": [{"op": "replace", "path": "emails[type eq]", "value": "x"}]}`:                     "invalidPath",
		`{"Operations": [{"op": "replace", "path": "active x", "value": "x"}]}`:                            "invalidPath",
		`{"Operations": [{"op": "replace", "path": 7, "value": "x"}]}`:                                     "invalidPath",
		`{"Operations": [{"op": "replace", "path": "id", "value": "x"}]}`:                                  "mutability",
		`{"Operations": [{"op": "add", "path": "groups", "value": [{"value": "x"}]}]}`:                     "mutability",
		`{"Operations": [{"op": "remove", "path": "active"}]}`:                                             "mutability",
		`{"Operations": [{"op": "replace", "path": "userName", "value": null}]}`:                           "mutability",
		`{"Operations": [{"op": "replace", "path": "active", "value": "maybe"}]}`:                          "invalidValue",
		`{"Operations": [{"op": "replace", "path": "userName", "value": 7}]}`:                              "invalidValue",
		`{"Operations": [{"op": "replace", "path": "name", "value": "Ann"}]}`:                              "invalidValue",
		`{"Operations": [{"op": "replace", "value": "x"}]}`:                                                "invalidValue",
	} {
		if _, err := scim.Patch(false, parse(t, user), []byte(body)); typeOf(err) != want {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}

func TestProjection(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		included, excluded []string
		want               string
	}{
		{[]string{"userName"}, nil, `{"id": "7", "userName": "ann@example.com"}`},
		{[]string{"NAME.familyName", "emails"}, nil, `{"id": "7", "name": {"familyName": "Ames"}, "emails": [{"value": "ann@example.com", "type": "work"}]}`},
		{nil, []string{"emails", "name.givenName"}, `{"id": "7", "userName": "ann@example.com", "name": {"familyName": "Ames"}}`},
		{nil, []string{"id", "emails.type"}, `{"id": "7", "userName": "ann@example.com", "name": {"givenName": "Ann", "familyName": "Ames"}, "emails": [{"value": "ann@example.com"}]}`},
	} {
		user := parse(t, `{"id": "7", "userName": "ann@example.com", "name": {"givenName": "Ann", "familyName": "Ames"}, "emails": [{"value": "ann@example.com", "type": "work"}]}`)
		got, err := scim.Project(c.included, c.excluded, user)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(asJSON(t, parse(t, c.want)), asJSON(t, got)); diff != "" {
			t.Errorf("%v %v: %s", c.included, c.excluded, diff)
		}
	}
	if _, err := scim.Project([]string{"a"}, []string{"b"}, scim.Object{}); typeOf(err) != "invalidValue" {
		t.Errorf("got %v", err)
	}
}
