package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionInfo is the JSON output of version.
type versionInfo struct {
	Version  string `json:"version"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	DuckDB   string `json:"duckdb,omitempty"` // version of the driver, which names that of DuckDB
}

func (p Program) version() *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use:   "version",
		Short: "Print the version of this program",
		Long: "Prints the version of this program. `millrace server` shows the version of the server.\n\n" +
			"JSON: version, go, platform, and duckdb, the version of the driver.",
		Example: "millrace version",
		Args:    arguments(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return p.printJSON(versionInfo{p.Version, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, duckDBVersion()})
			}
			return p.print(fmt.Sprintf("millrace %s\n", p.Version))
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return command
}

// duckDBVersion returns the version of the driver of DuckDB, as the build records it; empty if it does not.
func duckDBVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, module := range info.Deps {
		if module.Path == "github.com/duckdb/duckdb-go/v2" {
			return module.Version
		}
	}
	return ""
}
