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

// TestAPITourReturnsTheDocumentedResponses runs each sh block of docs/10-http-api.md and compares what it prints with the
// block after it: the fields of JSON must be equal and the values may differ, and text must be equal.
func TestAPITourReturnsTheDocumentedResponses(t *testing.T) {
	t.Parallel()
	platform := startWithSample(t)
	raw, err := os.ReadFile("../../docs/10-http-api.md")
	if err != nil {
		t.Fatal(err)
	}
	tour := regexp.MustCompile("(?s)```(sh|json|text)\n(.*?)```").FindAllStringSubmatch(string(raw), -1)
	if len(tour) != 1+2*9 || tour[0][1] != "sh" {
		t.Fatalf("docs/10-http-api.md has %d blocks, want a login and 9 commands with their responses: adapt this test", len(tour))
	}
	signIn := regexp.MustCompile(`(?m)^PASSWORD=.*$`).ReplaceAllString(tour[0][2], "PASSWORD='"+apptest.AdminPassword+"'")
	for i := 1; i < len(tour); i += 2 {
		command, kind, documented := tour[i][2], tour[i+1][1], tour[i+1][2]
		if tour[i][1] != "sh" || kind == "sh" {
			t.Fatalf("a block of %s follows a block of %s, want a command and its response:\n%s", kind, tour[i][1], command)
		}
		script := strings.ReplaceAll(signIn+"\n"+command, "http://127.0.0.1:8080", platform.URL)
		out, err := exec.Command("bash", "-euo", "pipefail", "-c", script).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, command, out)
		}
		diff := cmp.Diff(documented, string(out))
		if kind == "json" {
			diff = cmp.Diff(shape(t, documented), shape(t, string(out)))
		}
		if diff != "" {
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
		changing := map[string]bool{
			"id": true, "project": true, "createdAt": true, "requestID": true, "runLink": true, "hint": true, "token": true, "next": true,
		}
		if changing[name] {
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
