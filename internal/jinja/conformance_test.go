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

var update = flag.Bool("update", false, "write the answers of Python's Jinja2 into testdata/conformance") //nolint:gochecknoglobals // a flag

// conformanceCase is a line of a file in testdata/conformance:
//
//	template  =>  output
//	template  =!  kind of error, and perhaps a part of its message
//
// Texts with line breaks or spaces at their ends are quoted as in Go. A line "context {…}" sets the variables of the
// cases after it; a line "ours reason" says that the next case is meant to differ from Jinja2, and "alone reason" that
// Jinja2 is not asked at all.
type conformanceCase struct {
	file     string
	line     int
	question question
	want     answer
	ours     string
	alone    bool
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
				if got := ask(t, env, c.question); !c.want.accepts(got) {
					t.Errorf("%s:%d: %s\n got %s\nwant %s", file, c.line, c.question.Template, got, c.want)
				}
			}
		})
	}
}

// TestConformanceOfPython asks Python's Jinja2 the same, so that no expectation is only ours.
func TestConformanceOfPython(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/conformance/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []conformanceCase
	var questions []question
	for _, file := range files {
		for _, c := range readCases(t, file) {
			if !c.alone {
				cases, questions = append(cases, c), append(questions, c.question)
			}
		}
	}
	for i, got := range askPython(t, questions) {
		c := cases[i]
		if *update && c.ours == "" {
			c.write(t, got)
		} else if c.want.accepts(got) == (c.ours != "") {
			t.Errorf("%s:%d: %s\nJinja2 gives %s\nwe expect   %s", c.file, c.line, c.question.Template, got, c.want)
		}
	}
}

// TestConformanceCoversEverything looks for a case with each filter, test, global and method.
func TestConformanceCoversEverything(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/conformance/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	for _, file := range files {
		for _, c := range readCases(t, file) {
			for word := range strings.FieldsFuncSeq(c.question.Template, func(r rune) bool { return strings.ContainsRune(" .|()[]{}%,'\"~:", r) }) {
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
func (a answer) accepts(got answer) bool {
	if a.Error != "" || got.Error != "" {
		return a.Error == got.Error && strings.Contains(strings.ToLower(got.Message), strings.ToLower(a.Message))
	}
	return a.Output == got.Output
}

func (a answer) String() string {
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
			c.file, c.line, c.question.Context, c.ours, c.alone = file, line, context, ours, strings.HasPrefix(ours, "alone")
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
		c.question.Template, c.want.Output = unquoted(t, template), unquoted(t, output)
		return c
	}
	template, problem, ok := strings.Cut(text, " =! ")
	if !ok {
		if !*update {
			t.Errorf("a case without an expectation, run with -update: %s", text)
		}
		c.question.Template = unquoted(t, text)
		return c
	}
	c.question.Template = unquoted(t, template)
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

// write puts the answer into the file, unless it is what the file expects.
func (c conformanceCase) write(t *testing.T, got answer) {
	t.Helper()
	old, err := os.ReadFile(c.file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(old), "\n")
	if c.want.accepts(got) && hasExpectation(lines[c.line-1]) {
		return
	}
	lines[c.line-1] = quotedIfNeeded(c.question.Template) + "  " + expectation(got)
	if err := os.WriteFile(c.file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
}

func hasExpectation(line string) bool {
	return strings.Contains(line, " => ") || strings.Contains(line, " =! ")
}

func expectation(a answer) string {
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
