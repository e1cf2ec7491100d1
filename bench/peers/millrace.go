package main

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// atOnce is how many models the tools build at the same time, where they can.
const atOnce = "4"

// millrace returns the platform's own command line.
func millrace(program string) *tool {
	return &tool{
		name: "Millrace", program: program, leftovers: []string{".millrace"},
		findVersion: func(ctx context.Context) (string, error) {
			out, err := exec.CommandContext(ctx, program, "version").Output()
			return strings.TrimSpace(string(out)), err
		},
		settings: map[string]string{
			"data.yml":      "defaultStorageMapping: BENCH\nfileVersion: 3\nplatformKind: duckdb\n",
			"locations.yml": "defaultStorageMapping: BENCH\nfileVersion: 1\nlocations:\n  - BENCH\n",
		},
		path: func(m model) string { return "nodes/BENCH-" + m.name + ".sql" },
		content: func(number int, m model) string {
			return fmt.Sprintf("@id(\"8a3f6c1e-52d4-4b7a-9e10-%012d\")\n@nodeType(\"Stage\")\n\n%s\n", number,
				m.sql(func(name string) string { return "{{ ref('BENCH', '" + name + "') }}" }))
		},
		arguments: func(step string) []string {
			switch step {
			case stepCompile:
				return []string{"validate", "--strict"}
			case stepBuild:
				return []string{"run", "--parallelism", atOnce}
			default:
				return []string{"run", "--parallelism", atOnce, "--only-changed"}
			}
		},
	}
}
