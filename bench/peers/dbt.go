package main

import (
	"os"
	"path/filepath"
)

// dbt returns dbt-core with its adapter for DuckDB. It compares a project with the manifest of the last build to find
// what has changed.
func dbt(environment string) *tool {
	return &tool{
		name: "dbt", program: filepath.Join(environment, "bin", "dbt"), leftovers: []string{"target", "state", "logs", "bench.duckdb"},
		findVersion: pythonVersions(environment, "dbt-core", "dbt-duckdb", "duckdb"),
		settings: map[string]string{
			"dbt_project.yml": "name: bench\nversion: '1.0'\nprofile: bench\nmodel-paths: [models]\nmodels:\n  bench:\n    +materialized: table\n",
			"profiles.yml": "bench:\n  target: dev\n  outputs:\n    dev:\n      type: duckdb\n      path: bench.duckdb\n      threads: " + atOnce + "\n" +
				"      settings:\n        autoinstall_known_extensions: false\n",
		},
		path: func(m model) string { return filepath.Join("models", m.name+".sql") },
		content: func(_ int, m model) string {
			return m.sql(func(name string) string { return "{{ ref('" + name + "') }}" }) + "\n"
		},
		arguments: func(step string) []string {
			switch step {
			case stepCompile:
				return []string{"--quiet", "compile"}
			case stepBuild:
				return []string{"--quiet", "run"}
			default:
				return []string{"--quiet", "run", "--select", "state:modified+", "--state", "state"}
			}
		},
		afterBuild: func(folder string) error {
			manifest, err := os.ReadFile(filepath.Join(folder, "target", "manifest.json"))
			if err != nil {
				return err
			}
			return put(filepath.Join(folder, "state", "manifest.json"), string(manifest))
		},
		environment: []string{"DBT_PROFILES_DIR=.", "DBT_SEND_ANONYMOUS_USAGE_STATS=false", "DO_NOT_TRACK=1", "DBT_VERSION_CHECK=false"},
	}
}
