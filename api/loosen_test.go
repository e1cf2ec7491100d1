package api_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/api"
)

// TestTextsAreAcceptedForNumbersAndBooleans uses the bodies that existing clients send.
func TestTextsAreAcceptedForNumbersAndBooleans(t *testing.T) {
	t.Parallel()
	for number, want := range map[string]int{`"16"`: 16, `16`: 16, `"016"`: 16, `"0"`: 0, `"-1"`: -1, `"00"`: 0, `" 16 "`: -999, `"1e3"`: -999} {
		var body api.StartRun
		err := decode(`{"runDetails":{"environmentID":"<1>","parallelism":`+number+`}, "parameters": {"a": "<&>"}}`, &body)
		if want == -999 {
			if err == nil {
				t.Errorf("%s is decoded as %v", number, *body.RunDetails.Parallelism)
			}
			continue
		}
		if err != nil || *body.RunDetails.Parallelism != want || body.RunDetails.EnvironmentID != "<1>" || !strings.Contains(string(*body.Parameters), "<&>") {
			t.Errorf("%s is decoded as %v, %v", number, body.RunDetails, err)
		}
	}
	for flag, want := range map[string]bool{`"true"`: true, `"FALSE"`: false, `"True"`: true, `true`: true} {
		var start api.StartRun
		var environment api.EnvironmentUpdate
		if err := decode(`{"mergeParameters":`+flag+`,"runDetails":{"OnlyChanged":`+flag+`}}`, &start); err != nil ||
			*start.MergeParameters != want || *start.RunDetails.OnlyChanged != want {
			t.Errorf("%s is decoded as %v, %v", flag, start, err)
		}
		if err := decode(`{"name":"true","devEnv":`+flag+`}`, &environment); err != nil || environment.DevEnv.MustGet() != want || *environment.Name != "true" {
			t.Errorf("%s is decoded as %v, %v", flag, environment, err)
		}
	}
}

// TestOtherTextsAreRejected checks that the error names the required type.
func TestOtherTextsAreRejected(t *testing.T) {
	t.Parallel()
	type refusal struct{ Message, Hint string }
	for value, want := range map[string]refusal{
		`"parallelism":""`:                     {"field runDetails.parallelism has the wrong type: string", "It is a whole number, like 16."},
		`"parallelism":"abc"`:                  {"field runDetails.parallelism has the wrong type: string", "It is a whole number, like 16."},
		`"parallelism":"0x10"`:                 {"field runDetails.parallelism has the wrong type: string", "It is a whole number, like 16."},
		`"parallelism":"1.5"`:                  {"field runDetails.parallelism has the wrong type: string", "It is a whole number, like 16."},
		`"parallelism":1e3`:                    {"field runDetails.parallelism has the wrong type: number 1e3", "It is a whole number, like 16."},
		`"parallelism":"99999999999999999999"`: {"field runDetails.parallelism has the wrong type: number 99999999999999999999", "It is a whole number, like 16."},
		`"parallelism":true`:                   {"field runDetails.parallelism has the wrong type: bool", "It is a whole number, like 16."},
		`"onlyChanged":"yes"`:                  {"field runDetails.onlyChanged has the wrong type: string", "It is true or false."},
		`"onlyChanged":""`:                     {"field runDetails.onlyChanged has the wrong type: string", "It is true or false."},
		`"onlyChanged":1`:                      {"field runDetails.onlyChanged has the wrong type: number", "It is true or false."},
		`"keepFailingRows":"true","onlyChanged":"no"`: {
			"field runDetails.onlyChanged has the wrong type: string", "It is true or false.",
		},
	} {
		err := decode(`{"runDetails":{"environmentID":1,`+value+`}}`, new(api.StartRun))
		var refused *api.BodyError
		if !errors.As(err, &refused) {
			t.Errorf("%s gives %v", value, err)
			continue
		}
		if diff := cmp.Diff(want, refusal{refused.Message, refused.Hint}); diff != "" {
			t.Errorf("%s: %s", value, diff)
		}
	}
}

// TestOtherBodiesRejectTexts uses bodies that existing clients do not send.
func TestOtherBodiesRejectTexts(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"isActive":"true"}`, `{"isActive":"TRUE","url":"x"}`} {
		if err := decode(text, new(api.WebhookUpdate)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
	if err := decode(`{"parallelism":"16"}`, new(api.ScheduleUpdate)); err == nil {
		t.Error("a text is accepted as the parallelism of a schedule")
	}
}

// TestNullClearsOnlyFieldsThatCanBeEmpty checks that null is rejected for other fields.
func TestNullClearsOnlyFieldsThatCanBeEmpty(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		body func() any
		text string
		says string // empty if it is accepted
	}{
		{func() any { return new(api.WorkspaceUpdate) }, `{"connection":null,"mappings":null,"parameters":null,"revision":null,"id":null}`, ""},
		{func() any { return new(api.WorkspaceUpdate) }, `{"name":null}`, "field name cannot be null"},
		{func() any { return new(api.WorkspaceUpdate) }, `{"branch":null}`, "field branch cannot be null"},
		{func() any { return new(api.WorkspaceUpdate) }, `{"project":null}`, "field project cannot be null"},
		{func() any { return new(api.ScheduleUpdate) }, `{"isPaused":null}`, "field isPaused cannot be null"},
		{func() any { return new(api.ScheduleUpdate) }, `{"environmentID":null}`, "field environmentID cannot be null"},
		{func() any { return new(api.ScheduleUpdate) }, `{"retries":{"count":null}}`, "field retries.count cannot be null"},
		{func() any { return new(api.ScheduleUpdate) }, `{"trigger":{"afterJob":"1","afterSchedule":null},"retries":null,"lastDue":null}`, ""},
		{func() any { return new(api.ScheduleCreate) }, `{"name":"n","environmentID":1,"retries":{"count":1,"from":null},"cron":null}`, ""},
		{func() any { return new(api.WebhookUpdate) }, `{"description":null,"environmentID":null,"failingSince":null}`, ""},
		{func() any { return new(api.WebhookUpdate) }, `{"url":null}`, "field url cannot be null"},
		{func() any { return new(api.WebhookUpdate) }, `{"events":null}`, "field events cannot be null"},
		{func() any { return new(api.WebhookUpdate) }, `{"isActive":null}`, "field isActive cannot be null"},
	} {
		err := decode(tt.text, tt.body())
		if tt.says == "" && err != nil || tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)) {
			t.Errorf("error of %s: %v, want %q", tt.text, err, tt.says)
		}
	}
}
