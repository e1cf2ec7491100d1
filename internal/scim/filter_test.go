package scim_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/scim"
)

func parse(t *testing.T, text string) scim.Object {
	t.Helper()
	var o scim.Object
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	return o
}

// typeOf returns the scimType of an error.
func typeOf(err error) string {
	protocol, _ := errors.AsType[scim.ProtocolError](err)
	return protocol.Type
}

const barbara = `{
	"id": "2819c223-7f76-453a-919d-413861904646", "userName": "bjensen@example.com", "externalId": "701984", "active": true,
	"name": {"formatted": "Ms. Barbara J Jensen", "familyName": "Jensen \"Babs\" O'Malley", "givenName": "Barbara"}, "displayName": "Babs",
	"emails": [{"value": "bjensen@example.com", "type": "work", "primary": true}, {"value": "babs@jensen.org", "type": "home"}],
	"groups": [{"value": "e9e30dba", "display": "Tour Guides"}],
	"meta": {"resourceType": "User", "created": "2010-01-23T04:56:22.000Z", "lastModified": "2011-05-13T04:42:34.000Z"}
}`

// The examples of RFC 7644, section 3.4.2.2, and the forms that providers send.
func TestFilters(t *testing.T) {
	t.Parallel()
	for filter, want := range map[string]bool{
		`userName Eq "BJENSEN@example.com"`:                          true,
		`userName eq "bjensen"`:                                      false,
		`name.familyName co "O'Malley"`:                              true,
		`name.familyName eq "Jensen \"Babs\" O'Malley"`:              true,
		`userName sw "B"`:                                            true,
		`userName sw "J"`:                                            false,
		`userName ew "example.com"`:                                  true,
		`urn:ietf:params:scim:schemas:core:2.0:User:userName sw "B"`: true,
		`title pr`:                                                              false,
		`title pr or userName pr`:                                               true,
		`displayName pr and active eq true`:                                     true,
		`active eq True`:                                                        true,
		`active ne false`:                                                       true,
		`meta.lastModified gt "2011-05-13T04:42:34Z"`:                           false,
		`meta.lastModified ge "2011-05-13T04:42:34Z"`:                           true,
		`meta.lastModified lt "2012-05-13T04:42:34+02:00"`:                      true,
		`meta.lastModified le "2010-05-13T04:42:34Z"`:                           false,
		`emails co "jensen.org"`:                                                true,
		`emails.value eq "babs@jensen.org"`:                                     true,
		`emails.type eq "other"`:                                                false,
		`emails.type pr`:                                                        true,
		`emails[type eq "work" and value co "@example.com"]`:                    true,
		`emails[type eq "home" and value co "@example.com"]`:                    false,
		`emails[type eq "work"].value eq "bjensen@example.com"`:                 true,
		`emails[type eq "home"].value eq "bjensen@example.com"`:                 false,
		`emails[primary eq true]`:                                               true,
		`groups.display eq "tour guides"`:                                       true,
		`groups eq "e9e30dba"`:                                                  true,
		`externalId eq "701984"`:                                                true,
		`id eq "2819c223-7f76-453a-919d-413861904646"`:                          true,
		`not (active eq true)`:                                                  false,
		`NOT (title pr) AND (userName pr)`:                                      true,
		`(userName eq "x" or displayName eq "babs") and active eq true`:         true,
		`userName eq "x" or displayName eq "babs" and active eq false`:          false,
		`externalId eq null`:                                                    false,
		`externalId ne null`:                                                    true,
		`urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager pr`: false,
	} {
		got, err := scim.Matches(filter, false, parse(t, barbara))
		if err != nil || got != want {
			t.Errorf("%s: %t, %v", filter, got, err)
		}
	}
	group := parse(t, `{"displayName": "Tour Guides", "members": [{"value": "2819c223"}]}`)
	for filter, want := range map[string]bool{`members eq "2819c223"`: true, `members[value eq "x"]`: false, `displayName eq "tour guides"`: true} {
		if got, err := scim.Matches(filter, true, group); err != nil || got != want {
			t.Errorf("%s: %t, %v", filter, got, err)
		}
	}
}

func TestInvalidFilters(t *testing.T) {
	t.Parallel()
	for _, filter := range []string{
		``, ` `, `userName`, `userName eq`, `userName eq bjensen`, `userName eq "bjensen`, `userName is "x"`, `userName eq "x" and`, `userName eq "x" x`,
		`(userName eq "x"`, `userName eq "x")`, `not userName eq "x"`, `nothing eq "x"`, `name.nothing eq "x"`, `name eq "x"`, `active gt true`,
		`userName eq true`, `userName eq 5`, `emails[type eq "work"`, `emails[]`, `userName[type eq "x"]`, `emails[type eq "work"].nothing eq "x"`,
		strings.Repeat("(", 30) + `userName pr` + strings.Repeat(")", 30), `userName eq "` + strings.Repeat("x", 5000) + `"`, `userName eq "\x"`,
	} {
		if _, err := scim.Matches(filter, false, parse(t, barbara)); typeOf(err) != "invalidFilter" {
			t.Errorf("%.60s: %v", filter, err)
		}
	}
}

// Lookups are for the filters that providers send for each user and group.
func TestLookups(t *testing.T) {
	t.Parallel()
	for filter, want := range map[string]scim.Lookup{
		`userName eq "Ann"`:                       {Field: scim.ByUserName, Value: "Ann"},
		`active eq true and externalId eq "7"`:    {Field: scim.ByExternalID, Value: "7"},
		`id eq "7" and userName eq "x"`:           {Field: scim.ByID, Value: "7"},
		`userName eq "Ann" or userName eq "Bob"`:  {},
		`not (userName eq "Ann")`:                 {},
		`userName ne "Ann"`:                       {},
		`displayName eq "Ann"`:                    {},
		`emails[value eq "x" and type eq "work"]`: {},
	} {
		if got := scim.LookupOf(filter, false); got != want {
			t.Errorf("%s: %+v", filter, got)
		}
	}
	if got := scim.LookupOf(`displayName eq "Data"`, true); got != (scim.Lookup{Field: scim.ByDisplayName, Value: "Data"}) {
		t.Errorf("%+v", got)
	}
}

func FuzzFilter(f *testing.F) {
	for _, seed := range []string{`userName eq "x"`, `emails[type eq "work"].value co "a" and not (active eq true)`, `((`, `a.b.c eq "\u00e4"`} {
		f.Add(seed)
	}
	var user scim.Object
	if err := json.Unmarshal([]byte(barbara), &user); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, filter string) {
		_, err := scim.Matches(filter, false, user)
		if err != nil && typeOf(err) != "invalidFilter" {
			t.Errorf("%q: %v", filter, err)
		}
	})
}
