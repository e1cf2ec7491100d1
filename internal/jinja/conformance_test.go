package jinja_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

var update = flag.Bool("update", false, "write the results of Python's Jinja2 into testdata/conformance") //nolint:gochecknoglobals // a flag

// conformanceCase is a line of a file in testdata/conformance:
//
//	template  =>  output
//	template  =!  kind of error, and optionally a part of its message
//
// Texts with line breaks or spaces at their ends are quoted as in Go. A line "context {…}" sets the variables of the
// cases after it. A line "ours reason" marks the next case as an intended difference from Jinja2, and "alone reason"
// marks a case that Jinja2 does not render.
type conformanceCase struct {
	file    string
	line    int
	request renderRequest
	want    renderResult
	ours    string
	alone   bool
}

func TestConformance(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/conformance/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	env := jinja.NewEnvironment(jinja.Options{})
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			for _, c := range readCases(t, file) {
				if got := renderWithGo(t, env, c.request); !c.want.accepts(got) {
					t.Errorf("%s:%d: %s\n got %s\nwant %s", file, c.line, c.request.Template, got, c.want)
				}
			}
		})
	}
}

// TestConformanceOfPython renders the cases with Python's Jinja2, so that every expectation is checked there too.
func TestConformanceOfPython(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/conformance/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []conformanceCase
	var requests []renderRequest
	for _, file := range files {
		for _, c := range readCases(t, file) {
			if !c.alone {
				cases, requests = append(cases, c), append(requests, c.request)
			}
		}
	}
	for i, got := range renderWithPython(t, requests) {
		c := cases[i]
		if *update && c.ours == "" {
			c.write(t, got)
		} else if c.want.accepts(got) == (c.ours != "") {
			t.Errorf("%s:%d: %s\nJinja2 returns %s\nwe expect      %s", c.file, c.line, c.request.Template, got, c.want)
		}
	}
}

// TestConformanceCoversEverything checks that each filter, test, global and method has a case.
func TestConformanceCoversEverything(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/conformance/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	for _, file := range files {
		for _, c := range readCases(t, file) {
			for word := range strings.FieldsFuncSeq(c.request.Template, func(r rune) bool { return strings.ContainsRune(" .|()[]{}%,'\"~:", r) }) {
				words[word] = true
			}
		}
	}
	for _, name := range jinja.BuiltinNames() {
		if !words[name] {
			t.Errorf("there is no case with %s", name)
		}
	}
}

// accepts compares outputs exactly, and errors by their kind and a part of the message.
func (a renderResult) accepts(got renderResult) bool {
	if a.Error != "" || got.Error != "" {
		return a.Error == got.Error && strings.Contains(strings.ToLower(got.Message), strings.ToLower(a.Message))
	}
	return a.Output == got.Output
}

func (a renderResult) String() string {
	if a.Error != "" {
		return fmt.Sprintf("error %s: %s", a.Error, a.Message)
	}
	return strconv.Quote(a.Output)
}

func readCases(t testing.TB, file string) []conformanceCase {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var cases []conformanceCase
	var context json.RawMessage
	ours := ""
	scanner := bufio.NewScanner(f)
	for line := 1; scanner.Scan(); line++ {
		text := scanner.Text()
		switch {
		case text == "" || strings.HasPrefix(text, "# "):
		case strings.HasPrefix(text, "context "):
			context = json.RawMessage(strings.TrimPrefix(text, "context "))
		case strings.HasPrefix(text, "ours "), strings.HasPrefix(text, "alone "):
			ours = text
		default:
			c := parseCase(t, text)
			c.file, c.line, c.request.Context, c.ours, c.alone = file, line, context, ours, strings.HasPrefix(ours, "alone")
			cases = append(cases, c)
			ours = ""
		}
	}
	return cases
}

func parseCase(t testing.TB, text string) conformanceCase {
	t.Helper()
	var c conformanceCase
	if template, output, ok := strings.Cut(text, " => "); ok {
		c.request.Template, c.want.Output = unquoted(t, template), unquoted(t, output)
		return c
	}
	template, problem, ok := strings.Cut(text, " =! ")
	if !ok {
		if !*update {
			t.Errorf("the case has no expectation: run with -update: %s", text)
		}
		c.request.Template = unquoted(t, text)
		return c
	}
	c.request.Template = unquoted(t, template)
	kind, message, _ := strings.Cut(problem, ":")
	c.want.Error, c.want.Message = strings.TrimSpace(kind), strings.TrimSpace(message)
	return c
}

func unquoted(t testing.TB, s string) string {
	t.Helper()
	s = strings.TrimSpace(s)
	if !strings.HasPrefix(s, `"`) {
		return s
	}
	text, err := strconv.Unquote(s)
	if err != nil {
		t.Fatalf("%v: %s", err, s)
	}
	return text
}

// write writes the result into the file, unless the file expects it already.
func (c conformanceCase) write(t *testing.T, got renderResult) {
	t.Helper()
	old, err := os.ReadFile(c.file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(old), "\n")
	if c.want.accepts(got) && hasExpectation(lines[c.line-1]) {
		return
	}
	lines[c.line-1] = quotedIfNeeded(c.request.Template) + "  " + expectation(got)
	if err := os.WriteFile(c.file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
}

func hasExpectation(line string) bool {
	return strings.Contains(line, " => ") || strings.Contains(line, " =! ")
}

func expectation(a renderResult) string {
	if a.Error != "" {
		return "=!  " + a.Error
	}
	return "=>  " + quotedIfNeeded(a.Output)
}

func quotedIfNeeded(s string) string {
	if s == "" || s != strings.TrimSpace(s) || strings.HasPrefix(s, `"`) || strings.ContainsAny(s, "\n\r\x00\x1b") || strings.Contains(s, " => ") {
		return strconv.Quote(s)
	}
	return s
}
