package project_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/project"
)

func TestSetupHasADefaultConnection(t *testing.T) {
	t.Parallel()
	setup := newSetup(t)
	if setup.Sample != nil {
		t.Error("an unwanted sample")
	}
	want := project.Connection{
		Organization: setup.Organization.ID, ID: setup.Connection.ID, Name: "Embedded DuckDB", Platform: project.DuckDB,
		Settings: map[string]any{}, IsDefault: true, AllProjects: true, CreatedAt: noon(),
	}
	if diff := cmp.Diff(want, setup.Connection); diff != "" {
		t.Error(diff)
	}
}

func TestSample(t *testing.T) {
	t.Parallel()
	setup := newSetup(t)
	with, err := setup.WithSample([]string{"RAW", "MART"}, noon())
	if err != nil {
		t.Fatal(err)
	}
	if setup.Sample != nil {
		t.Error("the setup itself was changed")
	}
	sample := with.Sample
	if sample.Project.Organization != setup.Organization.ID || sample.Project.Platform != project.DuckDB {
		t.Errorf("the project is %+v", sample.Project)
	}
	if diff := cmp.Diff(project.Workspace{Project: sample.Project.ID, Name: "main", CreatedAt: noon()}, sample.Workspace); diff != "" {
		t.Error(diff)
	}
	var names []string
	databases := map[string]bool{}
	for _, environment := range sample.Environments {
		names = append(names, environment.Name)
		for _, location := range []string{"RAW", "MART"} {
			mapping := environment.Settings.Mappings[location]
			databases[mapping.Database] = true
			if mapping.Schema != location {
				t.Errorf("%s is mapped to %+v", location, mapping)
			}
		}
		if environment.Project != sample.Project.ID || environment.Status != project.Waiting || environment.Settings.Connection != "" {
			t.Errorf("the environment is %+v", environment)
		}
	}
	if diff := cmp.Diff([]string{"Development", "Production"}, names); diff != "" {
		t.Error(diff)
	}
	if len(databases) != 2 {
		t.Errorf("the environments share a database: %v", databases)
	}
}
