package project_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// everything is a whole list in its own order.
func everything() page.Request { return page.Request{} }

func TestNewEnvironmentIsReady(t *testing.T) {
	t.Parallel()
	environment, err := project.NewEnvironment("p", "Production", project.EnvironmentSettings{Description: "two\n\tlines\r\n"}, noon())
	if err != nil {
		t.Fatal(err)
	}
	want := project.Environment{
		Project: "p", Name: "Production", Status: project.Waiting, CreatedAt: noon(),
		Settings: project.EnvironmentSettings{Description: "two\n\tlines\r\n"},
	}
	if diff := cmp.Diff(want, environment); diff != "" {
		t.Error(diff)
	}
}

func TestInvalidEnvironmentIsRejected(t *testing.T) {
	t.Parallel()
	type settings = project.EnvironmentSettings
	for name, test := range map[string]struct {
		name     string
		settings settings
		good     bool
	}{
		"longest name":           {name: strings.Repeat("€", 200), good: true},
		"long name":              {name: strings.Repeat("€", 201)},
		"no name":                {name: ""},
		"blank name":             {name: " \u00a0"},
		"control in name":        {name: "a\nb"},
		"NUL in name":            {name: "a\x00b"},
		"C1 control in name":     {name: "a\u0085b"},
		"bytes in name":          {name: "a\xff"},
		"longest description":    {name: "n", settings: settings{Description: strings.Repeat("x", 10_000)}, good: true},
		"long description":       {name: "n", settings: settings{Description: strings.Repeat("x", 10_001)}},
		"bell in description":    {name: "n", settings: settings{Description: "\a"}},
		"bytes in description":   {name: "n", settings: settings{Description: "\xc3\x28"}},
		"line in account":        {name: "n", settings: settings{ConnectionAccount: "a\nb"}},
		"long account":           {name: "n", settings: settings{ConnectionAccount: strings.Repeat("x", 2001)}},
		"line in URL":            {name: "n", settings: settings{AccessURL: "https://x\n"}},
		"line in location":       {name: "n", settings: settings{DefaultStorageMapping: "a\tb"}},
		"control in color":       {name: "n", settings: settings{TagColors: project.TagColors{Background: "\x1b[0m"}}},
		"control in text color":  {name: "n", settings: settings{TagColors: project.TagColors{Text: "\x7f"}}},
		"no location":            {name: "n", settings: settings{Mappings: map[string]project.Mapping{"": {}}}},
		"control in location":    {name: "n", settings: settings{Mappings: map[string]project.Mapping{"a\x00": {}}}},
		"control in database":    {name: "n", settings: settings{Mappings: map[string]project.Mapping{"a": {Database: "\n"}}}},
		"long schema":            {name: "n", settings: settings{Mappings: map[string]project.Mapping{"a": {Schema: strings.Repeat("x", 201)}}}},
		"most mappings":          {name: "n", settings: settings{Mappings: manyMappings(1000)}, good: true},
		"many mappings":          {name: "n", settings: settings{Mappings: manyMappings(1001)}},
		"parameters":             {name: "n", settings: settings{Parameters: json.RawMessage(` {"a": [1, "b"]} `)}, good: true},
		"no parameters":          {name: "n", settings: settings{Parameters: json.RawMessage(``)}, good: true},
		"parameters: array":      {name: "n", settings: settings{Parameters: json.RawMessage(`[1]`)}},
		"parameters: text":       {name: "n", settings: settings{Parameters: json.RawMessage(`"{}"`)}},
		"parameters: null":       {name: "n", settings: settings{Parameters: json.RawMessage(`null`)}},
		"parameters: noise":      {name: "n", settings: settings{Parameters: json.RawMessage(`{"a":`)}},
		"parameters: two":        {name: "n", settings: settings{Parameters: json.RawMessage(`{}{}`)}},
		"parameters: not UTF-8":  {name: "n", settings: settings{Parameters: json.RawMessage("{\"a\":\"\xff\"}")}},
		"parameters: raw NUL":    {name: "n", settings: settings{Parameters: json.RawMessage("{\"a\":\"\x00\"}")}},
		"parameters: very large": {name: "n", settings: settings{Parameters: largeParameters(256*1024 + 1)}},
		"parameters: large":      {name: "n", settings: settings{Parameters: largeParameters(256 * 1024)}, good: true},
	} {
		_, err := project.NewEnvironment("p", test.name, test.settings, noon())
		switch {
		case test.good && err != nil:
			t.Errorf("%s: %v", name, err)
		case !test.good && (!fault.Is(err, fault.Invalid) || fault.From(err).Hint == ""):
			t.Errorf("%s: got %v, want invalid with a hint", name, err)
		}
	}
}

func manyMappings(n int) map[string]project.Mapping {
	mappings := map[string]project.Mapping{}
	for i := range n {
		mappings[fmt.Sprint("L", i)] = project.Mapping{Database: "d", Schema: "s"}
	}
	return mappings
}

func largeParameters(size int) json.RawMessage {
	const frame = `{"a":""}`
	return json.RawMessage(`{"a":"` + strings.Repeat("x", size-len(frame)) + `"}`)
}

// fullSettings has a value in every field that a patch can change.
func fullSettings() project.EnvironmentSettings {
	return project.EnvironmentSettings{
		Description: "d", OAuthEnabled: true, ConnectionAccount: "a", AccessURL: "u", DefaultStorageMapping: "m",
		Mappings: map[string]project.Mapping{"L": {Database: "d", Schema: "s"}}, DevEnv: true, Parameters: json.RawMessage(`{"p":1}`),
		TagColors: project.TagColors{Background: "b", Text: "t"},
	}
}

func TestUpdateOfAnEnvironment(t *testing.T) {
	t.Parallel()
	type patch = project.EnvironmentPatch
	type environment = project.Environment
	for name, test := range map[string]struct {
		patch patch
		want  func(*environment)
	}{
		"nothing":           {patch{}, func(*environment) {}},
		"name":              {patch{Name: project.Some("Other")}, func(e *environment) { e.Name = "Other" }},
		"description":       {patch{Description: project.Some("x")}, func(e *environment) { e.Settings.Description = "x" }},
		"no description":    {patch{Description: project.Some("")}, func(e *environment) { e.Settings.Description = "" }},
		"no oauth":          {patch{OAuthEnabled: project.Some(false)}, func(e *environment) { e.Settings.OAuthEnabled = false }},
		"no account":        {patch{ConnectionAccount: project.Some("")}, func(e *environment) { e.Settings.ConnectionAccount = "" }},
		"URL":               {patch{AccessURL: project.Some("x")}, func(e *environment) { e.Settings.AccessURL = "x" }},
		"default mapping":   {patch{DefaultStorageMapping: project.Some("x")}, func(e *environment) { e.Settings.DefaultStorageMapping = "x" }},
		"no mappings":       {patch{Mappings: project.Optional[map[string]project.Mapping]{Given: true}}, func(e *environment) { e.Settings.Mappings = nil }},
		"no dev":            {patch{DevEnv: project.Some(false)}, func(e *environment) { e.Settings.DevEnv = false }},
		"no parameters":     {patch{Parameters: project.Optional[json.RawMessage]{Given: true}}, func(e *environment) { e.Settings.Parameters = json.RawMessage("{}") }},
		"no colors":         {patch{TagColors: project.Some(project.TagColors{})}, func(e *environment) { e.Settings.TagColors = project.TagColors{} }},
		"the same project":  {patch{Project: "same"}, func(*environment) {}},
		"mappings as whole": {patch{Mappings: project.Some(map[string]project.Mapping{"M": {}})}, func(e *environment) { e.Settings.Mappings = map[string]project.Mapping{"M": {}} }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newFixture(t)
			before := d.environment(t, fullSettings())
			if test.patch.Project == "same" {
				test.patch.Project = before.Project
			}
			if _, err := d.environments.Update(t.Context(), d.by, before.ID, test.patch); err != nil {
				t.Fatal(err)
			}
			want := before
			test.want(&want)
			found, err := d.environments.Describe(t.Context(), d.by.Organization, before.ID)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, found, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestInvalidUpdateIsRejected(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	before := d.environment(t, fullSettings())
	for name, patch := range map[string]project.EnvironmentPatch{
		"another project": {Project: "elsewhere", Name: project.Some("Other")},
		"no name":         {Name: project.Some("")},
		"parameters":      {Parameters: project.Some(json.RawMessage("[]")), Name: project.Some("Other")},
		"connection":      {Connection: project.Some(d.setup.Connection.ID + "x"), Name: project.Some("Other")},
	} {
		if _, err := d.environments.Update(t.Context(), d.by, before.ID, patch); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: got %v, want invalid", name, err)
		}
	}
	found, err := d.environments.Describe(t.Context(), d.by.Organization, before.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, found); diff != "" {
		t.Errorf("a refused update changed something: %s", diff)
	}
}

func TestMoveStatus(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.environment(t, project.EnvironmentSettings{})
	for _, step := range []struct {
		from, to project.Status
		happens  bool
	}{
		{project.Waiting, project.FailedDeploy, false},   // not in the machine
		{project.Deploying, project.Waiting, false},      // is not deploying
		{project.Waiting, project.Deploying, true},       //
		{project.Waiting, project.Refreshing, false},     // is no longer waiting
		{project.Deploying, project.FailedDeploy, true},  //
		{project.FailedDeploy, project.Deleting, true},   //
		{project.Deleting, project.Waiting, false},       // nothing leaves
		{project.FailedDeploy, project.Deploying, false}, // is deleting
	} {
		err := d.environments.MoveStatus(t.Context(), d.by, environment.ID, step.from, step.to)
		if step.happens && err != nil || !step.happens && !fault.Is(err, fault.Conflict) {
			t.Errorf("%s to %s: got %v, want it to happen: %t", step.from, step.to, err, step.happens)
		}
	}
	found, err := d.environments.Get(t.Context(), d.by.Organization, environment.ID)
	if err != nil || found.Status != project.Deleting {
		t.Errorf("it is %q, %v", found.Status, err)
	}
	if err := d.environments.MoveStatus(t.Context(), d.by, 999, project.Waiting, project.Deploying); !fault.Is(err, fault.NotFound) {
		t.Errorf("one that is not there: got %v", err)
	}
}

func TestEnvironmentsAreListedAndDeleted(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.environment(t, project.EnvironmentSettings{})
	listed, err := d.environments.List(t.Context(), project.EnvironmentQuery{Sees: d.by.Sees(), Page: everything()})
	if err != nil || listed.Total != 1 || listed.Items[0].ID != environment.ID {
		t.Errorf("got %+v, %v", listed, err)
	}
	if err := d.environments.Delete(t.Context(), d.by, environment.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := d.environments.Get(t.Context(), d.by.Organization, environment.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("got %v, want not found", err)
	}
}
