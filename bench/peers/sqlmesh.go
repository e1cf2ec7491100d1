package main

import (
	"fmt"
	"path/filepath"
)

// sqlmesh returns SQLMesh. It has no command that only compiles; info loads the project, which renders every model and
// finds its columns.
func sqlmesh(environment string) *tool {
	return &tool{
		name: "SQLMesh", program: filepath.Join(environment, "bin", "sqlmesh"), leftovers: []string{".cache", "logs", "bench.duckdb", "bench.duckdb.wal"},
		findVersion: pythonVersions(environment, "sqlmesh", "duckdb"),
		settings: map[string]string{
			"config.yaml": "gateways:\n  local:\n    connection:\n      type: duckdb\n      database: bench.duckdb\ndefault_gateway: local\n" +
				"model_defaults:\n  dialect: duckdb\n  start: 2024-01-01\ndisable_anonymized_analytics: true\n",
		},
		path: func(m model) string { return filepath.Join("models", m.name+".sql") },
		content: func(_ int, m model) string {
			return fmt.Sprintf("MODEL (name bench.%s, kind FULL);\n\n%s\n", m.name, m.sql(func(name string) string { return "bench." + name }))
		},
		arguments: func(step string) []string {
			if step == stepCompile {
				return []string{"info", "--skip-connection"}
			}
			return []string{"plan", "--auto-apply", "--no-prompts"}
		},
		environment: []string{"SQLMESH__DISABLE_ANONYMIZED_ANALYTICS=true", "DO_NOT_TRACK=1"},
	}
}
