package reference_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/reference"
)

// TestExampleOfSettingsLoads loads the file at the top of configuration.md.
func TestExampleOfSettingsLoads(t *testing.T) {
	t.Parallel()
	_, rest, _ := strings.Cut(reference.OfSettings().Markdown(), "```toml\n")
	text, _, found := strings.Cut(rest, "\n```")
	file := filepath.Join(t.TempDir(), "millrace.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil || !found {
		t.Fatal(err)
	}
	settings, err := config.Load(config.Sources{Flags: map[string]string{"listen": "127.0.0.1:9000"}, File: file})
	if err != nil {
		t.Fatal(err)
	}
	if settings.Listen != "127.0.0.1:9000" || settings.Limits.RequestsPerSecond != 200 || settings.Data != "/var/lib/millrace" {
		t.Errorf("the settings are %+v", settings)
	}
}

// TestEverySettingIsDocumented compares the page with the table of settings.
func TestEverySettingIsDocumented(t *testing.T) {
	t.Parallel()
	page := reference.OfSettings().Markdown()
	for _, s := range config.Table() {
		if s.Help == "" || !strings.Contains(page, "`"+s.Key+"`") || !strings.Contains(page, "`"+s.Env()+"`") {
			t.Errorf("setting %s is not in the page, or has no description", s.Key)
		}
		if s.Secret && strings.Contains(page, "`--"+strings.ReplaceAll(s.Key, "_", "-")+"`") {
			t.Errorf("the page has a flag for the secret %s", s.Key)
		}
	}
}

// TestTablesAreWellFormed checks that no cell of a table breaks its row.
func TestTablesAreWellFormed(t *testing.T) {
	t.Parallel()
	none := func(fault.Kind) int { return 0 }
	for name, page := range map[string]string{
		"node-types": reference.OfNodeTypes().Markdown(), "annotations": reference.OfAnnotations().Markdown(), "tests": reference.OfTests().Markdown(),
		"template-functions": reference.OfFunctions().Markdown(), "configuration": reference.OfSettings().Markdown(),
		"errors": reference.OfErrors(none, none).Markdown(),
	} {
		columns := 0
		for line := range strings.SplitSeq(page, "\n") {
			if !strings.HasPrefix(line, "| ") {
				columns = 0
				if strings.HasPrefix(line, "|---") {
					columns = strings.Count(line, "|")
				}
				continue
			}
			if got := strings.Count(line, "|") - strings.Count(line, `\|`); columns > 0 && got != columns {
				t.Errorf("%s: a row has %d bars, want %d: %s", name, got, columns, line)
			}
		}
	}
}
