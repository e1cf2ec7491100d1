package readme_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// startWithSample starts a server with the sample project and the administrator that the documents name.
func startWithSample(t *testing.T) *apptest.Platform {
	t.Helper()
	return apptest.Start(t, apptest.Database{}, func(s *config.Settings) {
		s.NoSample = false
		s.AdminEmail = "admin@localhost"
	})
}

// TestAPITourReturnsTheDocumentedResponses runs the sh blocks of docs/10-http-api.md in one shell and compares the
// responses with the json blocks after them: the fields must be equal, the values may differ.
func TestAPITourReturnsTheDocumentedResponses(t *testing.T) {
	t.Parallel()
	platform := startWithSample(t)
	raw, err := os.ReadFile("../../docs/10-http-api.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := blocks(string(raw), "sh")
	documented := blocks(string(raw), "json")
	if len(commands) != 5 || len(documented) != 4 {
		t.Fatalf("docs/10-http-api.md has %d commands and %d responses, want 5 and 4: adapt this test", len(commands), len(documented))
	}
	signIn := regexp.MustCompile(`(?m)^PASSWORD=.*$`).ReplaceAllString(commands[0], "PASSWORD='"+apptest.AdminPassword+"'")
	for i, command := range commands[1:] {
		script := strings.ReplaceAll(signIn+"\n"+command, "http://127.0.0.1:8080", platform.URL)
		out, err := exec.Command("bash", "-euo", "pipefail", "-c", script).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, command, out)
		}
		if diff := cmp.Diff(shape(t, documented[i]), shape(t, string(out))); diff != "" {
			t.Errorf("the document and the response to\n%s\ndiffer (-document +response):\n%s", command, diff)
		}
	}
}

// blocks returns the fenced code blocks of one language.
func blocks(markdown, language string) []string {
	var found []string
	for _, match := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(markdown, -1) {
		found = append(found, match[1])
	}
	return found
}

// shape decodes JSON and replaces the values that differ in every run, such as ids and times, with a constant.
func shape(t *testing.T, text string) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("not JSON: %v: %s", err, text)
	}
	return shapeOf("", value)
}

func shapeOf(name string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		shaped := map[string]any{}
		for key, element := range value {
			shaped[key] = shapeOf(key, element)
		}
		return shaped
	case []any:
		shaped := make([]any, len(value))
		for i, element := range value {
			shaped[i] = shapeOf(name, element)
		}
		return shaped
	case string:
		if changing := map[string]bool{"id": true, "project": true, "createdAt": true, "requestID": true, "runLink": true}; changing[name] {
			return "a text"
		}
		return value
	default:
		return value
	}
}

// TestDBTGuideCommandsPrintTheDocumentedOutput runs the bash block of docs/16-from-dbt.md, which needs no server, and then the commands
// of the section about importing again.
func TestDBTGuideCommandsPrintTheDocumentedOutput(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../docs/16-from-dbt.md")
	if err != nil {
		t.Fatal(err)
	}
	scripts, again, shown := blocks(string(raw), "bash"), blocks(string(raw), "sh"), blocks(string(raw), "text")
	if len(scripts) != 1 || len(again) != 2 || len(shown) != 1 {
		t.Fatalf("the guide has %d scripts, %d further ones and %d outputs, want 1, 2 and 1: adapt this test", len(scripts), len(again), len(shown))
	}
	folder := t.TempDir()
	install(t, filepath.Join(folder, "bin"))
	command := exec.Command("bash", "-euo", "pipefail", "-c", "PATH=$PWD/bin:$PATH\n"+scripts[0]+again[0])
	command.Dir = folder
	command.Env = append(os.Environ(), "HOME="+folder, "XDG_CONFIG_HOME="+filepath.Join(folder, "config"))
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if line := firstMissing(shown[0], string(out)); line != "" {
		t.Errorf("the guide shows the line\n%s\nand the commands print\n%s", line, out)
	}
	if !regexp.MustCompile(`(?m)^espresso +1$`).Match(out) || !regexp.MustCompile(`(?m)^latte +2$`).Match(out) {
		t.Errorf("the query does not print the rows of the new table:\n%s", out)
	}
}
