package contract_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/laketest"
	"github.com/millrace/millrace/internal/sample"
)

// TestSampleOnDuckLake creates a connection to a lake, deploys the sample there, refreshes it, and plans again.
func TestSampleOnDuckLake(t *testing.T) {
	t.Parallel()
	lake := laketest.New(t)
	m := &deployedFixture{t: t, Platform: start(t, apptest.Database{}, func(s *config.Settings) {
		s.DuckDBExtensions = laketest.Extensions(t)
		for _, folder := range lake.Folders() {
			s.DuckDBFolders = append(s.DuckDBFolders, config.Grant[string]{Value: folder})
		}
	})}
	m.token = m.AdminToken()
	body := object{"name": "lake", "platformKind": "ducklake", "settings": lake.Settings, "secret": lake.Secret}
	var made api.Connection
	created := m.Post(m.token, connectionsPath, body).Want(http.StatusCreated)
	if created.JSON(&made); !made.HasSecret || strings.Contains(string(created.Body), lake.Secret["password"]) {
		t.Errorf("the connection is %s", created.Body)
	}
	var tested api.ConnectionTest
	m.Post(m.token, connectionsPath+"/"+made.ID+"/test", nil).Want(http.StatusOK).JSON(&tested)
	if !tested.Success || !strings.Contains(text(tested.EngineVersion), "DuckLake") {
		t.Errorf("the test of the connection says %+v", tested)
	}
	m.home = m.Post(m.token, projectsPath, object{"name": "Shop", "platformKind": "ducklake"}).Want(http.StatusCreated).Field("id")
	m.environment = m.NewEnvironment(m.token, m.home, "Production")
	m.Patch(m.token, environmentsPath+"/"+m.environment, object{"connection": made.ID}).Want(http.StatusOK)
	files, err := sample.Files(sample.Options{Platform: "ducklake"})
	if err != nil {
		t.Fatal(err)
	}
	first := m.plan(files)
	if len(first.Issues.Stop) > 0 || first.Counts.Added == 0 {
		t.Fatalf("the first plan is %+v", first)
	}
	m.deployPlan(first.ID, "{}", "completed")
	for range 2 {
		m.await(m.startRun(nil, nil), "completed")
	}
	again := m.plan(files)
	if again.Counts.Added+again.Counts.Altered+again.Counts.Deleted+again.Counts.Metadata != 0 || len(again.Issues.Stop)+len(again.Issues.Warn) != 0 {
		t.Errorf("the plan after the refresh is %+v", again)
	}
}

// TestWrongDuckLakeSettings shows that a wrong setting is named before anything is stored.
func TestWrongDuckLakeSettings(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	settings := func(changes object) object {
		all := object{"host": "127.0.0.1", "database": "d", "user": "u", "dataPath": "lake"}
		maps.Copy(all, changes)
		return object{"name": "lake", "platformKind": "ducklake", "settings": all}
	}
	for want, body := range map[string]object{
		"setting host is missing":     settings(object{"host": nil}),
		"setting dataPath is missing": settings(object{"dataPath": nil}),
		"dataPath is not a folder":    settings(object{"dataPath": "/etc"}),
		"dataPath":                    settings(object{"dataPath": "../x"}),
		"s3://bucket/lake":            settings(object{"dataPath": "s3://"}),
		"catalogSchema":               settings(object{"catalogSchema": `x"y`}),
		`"path" is not known`:         settings(object{"path": "x"}),
		"s3UrlStyle is none of":       settings(object{"s3UrlStyle": "x"}),
	} {
		wantFault(t, platform.Post(token, connectionsPath, body), http.StatusBadRequest, want)
	}
	platform.Post(token, connectionsPath, settings(nil)).Want(http.StatusCreated)
}
