package dbtimport

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// macro is a macro or a generic test of a dbt project.
type macro struct {
	name     string // in dbt; that of a test begins with test_
	written  string // in the new project
	pkg      *dbtPackage
	file     *macroFile
	span     span // in the file
	line     int
	problems []problem // what the new project cannot do
	calls    []*macro
}

// macroFile is a file of macros.
type macroFile struct {
	pkg    *dbtPackage
	file   string // in its package
	text   string
	macros []*macro
	result string // as written
}

// block is a part of a file from {% word … %} to {% endword %}.
type block struct {
	span

	word       string
	head, tail piece
}

// blocks returns the outermost blocks with one of the words.
func blocks(text string, words ...string) []block {
	var found []block
	var open *block
	depth := 0
	for _, p := range pieces(text) {
		if !p.isStatement {
			continue
		}
		switch word := p.word(text); {
		case open == nil && slices.Contains(words, word):
			open, depth = &block{span: span{p.start, 0}, word: word, head: p}, 1
		case open != nil && word == open.word:
			depth++
		case open != nil && word == "end"+open.word:
			if depth--; depth == 0 {
				open.end, open.tail = p.end, p
				found = append(found, *open)
				open = nil
			}
		}
	}
	return found
}

// blockName returns the name after the word of a block.
func blockName(text string, b block) (name string, at span) {
	first := true
	for t := range tokensOf(text, b.head.code) {
		if !first {
			return t.of(text), t.span
		}
		first = false
	}
	return "", span{}
}

// readMacros finds the macros of all packages.
func (x *conversion) readMacros() error {
	for _, p := range x.packages {
		p.macros, p.docs = map[string]*macro{}, map[string]string{}
		folders := p.settings.paths("macro-paths", "", "macros")
		for _, tests := range p.settings.paths("test-paths", "", "tests") {
			folders = append(folders, path.Join(tests, "generic"))
		}
		for _, folder := range folders {
			if err := x.readMacroFolder(p, folder); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *conversion) readMacroFolder(p *dbtPackage, folder string) error {
	files, err := p.find(folder)
	if err != nil {
		return err
	}
	for _, file := range files {
		if path.Ext(file) != ".sql" {
			continue
		}
		content, ok, err := p.read(file, maxText)
		if err != nil {
			return err
		}
		if ok {
			x.readMacroFile(&macroFile{pkg: p, file: file, text: plainLines(content)})
		}
	}
	return nil
}

// plainLines returns a text with the line ends of Unix and without a byte order mark.
func plainLines(content []byte) string {
	return strings.ReplaceAll(strings.TrimPrefix(string(content), "\ufeff"), "\r\n", "\n")
}

func (x *conversion) readMacroFile(f *macroFile) {
	for _, b := range blocks(f.text, "macro", "test", "data_test", "materialization") {
		name, _ := blockName(f.text, b)
		shown, at := f.pkg.shown(f.file), lineOf(f.text, b.start)
		if b.word == "materialization" {
			if f.pkg.isRoot {
				x.report.add(Entry{
					File: shown, Line: at, Action: Left, Message: "the materialization " + name + " is code for dbt",
					Hint: "Write a node type for it; see docs/3-projects.md.",
				})
			}
			continue
		}
		if b.word != "macro" {
			name = "test_" + name
		}
		m := &macro{name: name, written: name, pkg: f.pkg, file: f, span: b.span, line: at}
		if !f.pkg.isRoot {
			m.written = f.pkg.name + "__" + name
		}
		if !x.isUsableMacro(m, b) {
			continue
		}
		f.pkg.macros[name] = m
		f.macros = append(f.macros, m)
	}
	x.macroFiles = append(x.macroFiles, f)
}

// isUsableMacro reports macros that would hide a name of Millrace, that only dbt calls, or that do not compile.
func (x *conversion) isUsableMacro(m *macro, b block) bool {
	entry := Entry{File: m.pkg.shown(m.file.file), Line: m.line, Action: Left}
	switch m.name {
	case "config", "node", "columns", "sources", "this", "seed", "parameters", "dialect", "ref", "ref_link", "ref_no_link", "stage",
		"test_stage", "storageLocations", "desiredState", "currentState":
		entry.Message = "the macro " + m.name + " has the name of a function of Millrace"
		entry.Hint = "Rename it, and where it is called."
	case "generate_schema_name", "generate_database_name", "generate_alias_name":
		entry.Message = "the macro " + m.name + " changes names of objects while dbt runs; the names of dbt without it were used"
		entry.Hint = "Check the mappings in workspace.yml and environments/."
	default:
		_, err := x.environment.Compile("macro", asMacro(m.file.text, b))
		if err == nil {
			return true
		}
		entry.Message = fmt.Sprintf("the macro %s does not compile: %v", m.name, err)
		entry.Hint = "Rewrite the macro; models that call it are not deployed."
		m.problems = []problem{{m.line, "does not compile", "Rewrite the macro."}}
		m.pkg.macros[m.name] = m // so that models that call it are found
	}
	if m.pkg.isRoot { // most macros of packages are never called; models that call one are reported
		x.report.add(entry)
	}
	return false
}

// asMacro returns the text of a block with the words of a macro.
func asMacro(text string, b block) string {
	inner := text[b.head.end:b.tail.start]
	head := strings.Replace(b.head.of(text), b.word, "macro", 1)
	return head + inner + strings.Replace(b.tail.of(text), "end"+b.word, "endmacro", 1)
}

// translateMacros translates the texts of all macros and finds the macros that they call.
func (x *conversion) translateMacros() {
	for _, f := range x.macroFiles {
		edits := x.outsideEdits(f)
		for _, m := range f.macros {
			edits = append(edits, x.translateMacro(m)...)
		}
		f.result = applyEdits(f.text, edits)
		x.report.Macros += len(f.macros)
		if len(f.macros) > 0 {
			x.report.add(Entry{File: f.pkg.shown(f.file), Action: Taken, Message: fmt.Sprintf("%s in %s", counted(len(f.macros), "macro"), macroPath(f))})
		}
	}
	for _, f := range x.macroFiles {
		for _, m := range f.macros {
			x.reportMacro(m)
		}
	}
}

// outsideEdits removes everything but the macros; lines keep their numbers.
func (x *conversion) outsideEdits(f *macroFile) []edit {
	var edits []edit
	at := 0
	blank := func(until int) {
		if until > at {
			edits = append(edits, edit{span{at, until}, strings.Repeat("\n", strings.Count(f.text[at:until], "\n"))})
		}
	}
	for _, m := range f.macros {
		blank(m.span.start)
		at = m.span.end
	}
	blank(len(f.text))
	return edits
}

// translateMacro returns the edits of one macro, as offsets in its file.
func (x *conversion) translateMacro(m *macro) []edit {
	b := blocks(m.file.text[m.span.start:m.span.end], "macro", "test", "data_test")[0]
	own := m.span.of(m.file.text)
	_, at := blockName(own, b)
	edits := []edit{{at, m.written}}
	if b.word != "macro" {
		word := strings.Index(b.head.of(own), b.word)
		edits = append(edits, edit{span{word, word + len(b.word)}, "macro"})
		word = b.tail.start + strings.Index(b.tail.of(own), "end"+b.word)
		edits = append(edits, edit{span{word, word + len(b.word) + 3}, "endmacro"})
	}
	t := x.translate(fragment{pkg: m.pkg, file: m.pkg.shown(m.file.file), text: own, firstLine: m.line})
	m.problems, m.calls = t.problems, t.calls
	edits = append(edits, t.edits...)
	for i := range edits {
		edits[i].start += m.span.start
		edits[i].end += m.span.start
	}
	return edits
}

// reportMacro reports what a macro of the project needs and Millrace does not have.
func (x *conversion) reportMacro(m *macro) {
	if !m.pkg.isRoot {
		return
	}
	for _, p := range m.problems {
		x.report.add(Entry{
			File: m.pkg.shown(m.file.file), Line: p.line, Action: Left, Message: fmt.Sprintf("the macro %s %s", m.name, p.message), Hint: p.hint,
		})
	}
}

// unsupported returns the first problem of a macro or of those that it calls.
func (m *macro) unsupported(seen map[*macro]bool) (*macro, bool) {
	if seen[m] {
		return nil, false
	}
	seen[m] = true
	if len(m.problems) > 0 {
		return m, true
	}
	for _, called := range m.calls {
		if found, ok := called.unsupported(seen); ok {
			return found, true
		}
	}
	return nil, false
}

// macroPath returns the path of the file that the macros of a file are written to.
func macroPath(f *macroFile) string { return "macros/" + macrosName + "-" + f.id() + ".yml" }

// macrosName is the name of the macro files of a dbt project. Files are read in the order of their names: functions come first.
const macrosName = "dbt_2"

// id returns the id of the macro file.
func (f *macroFile) id() string {
	return identifier(strings.TrimSuffix(f.pkg.shown(f.file), path.Ext(f.file)))
}
