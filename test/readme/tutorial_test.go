package readme_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// TestTutorialCommandsPrintTheDocumentedOutput runs the bash blocks of docs/tutorial.md in one shell, in an empty folder and
// against a new server. The output must contain the lines of the text blocks in their order.
func TestTutorialCommandsPrintTheDocumentedOutput(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../docs/tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	scripts, shown := blocks(string(raw), "bash"), blocks(string(raw), "text")
	if len(scripts) < 10 || len(shown) < 8 {
		t.Fatalf("the tutorial has %d scripts and %d outputs", len(scripts), len(shown))
	}
	folder := t.TempDir()
	install(t, filepath.Join(folder, "bin"))
	platform := apptest.Start(t, apptest.Database{}, func(s *config.Settings) { s.AdminEmail = "admin@localhost" })
	script := strings.ReplaceAll(strings.Join(scripts, "\n"), "http://127.0.0.1:8080", platform.URL)
	script = strings.Replace(script, "--email admin@localhost", "--email admin@localhost --password-stdin <<<'"+apptest.AdminPassword+"'", 1)
	command := exec.Command("bash", "-euo", "pipefail", "-c", script)
	command.Dir = folder
	command.Env = append(os.Environ(), "HOME="+folder, "XDG_CONFIG_HOME="+filepath.Join(folder, "config"))
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if line := firstMissing(strings.Join(shown, ""), string(out)); line != "" {
		t.Errorf("the tutorial shows the line\n%s\nand the commands print\n%s", line, out)
	}
}

// TestEveryExampleOfTheTutorialIsRun checks that no command of the tutorial is in a block that the test above does not run.
func TestEveryExampleOfTheTutorialIsRun(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../docs/tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	// The server runs in another terminal; the test has its own.
	const server = "bin/millrace serve --no-sample\n"
	for _, block := range regexp.MustCompile("(?sm)^```(\\w*)\n(.*?)^```$").FindAllStringSubmatch(string(raw), -1) {
		if language, text := block[1], block[2]; language != "bash" && language != "text" && text != server {
			t.Errorf("a block of the language %q is not run:\n%s", language, text)
		}
	}
}
