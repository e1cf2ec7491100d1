package dbtimport

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// readSingularTests converts the queries in the folders of tests.
func (x *conversion) readSingularTests(p *dbtPackage) error {
	for _, folder := range p.settings.paths("test-paths", "", "tests") {
		files, err := p.find(folder)
		if err != nil {
			return err
		}
		for _, file := range files {
			if strings.HasPrefix(file, path.Join(folder, "generic")+"/") || path.Ext(file) != ".sql" {
				continue
			}
			content, ok, err := p.read(file, maxText)
			if err != nil {
				return err
			}
			if ok && p.isRoot { // tests of packages are tests of their authors
				x.convertSingular(p, file, plainLines(content))
			}
		}
	}
	return nil
}

func (x *conversion) convertSingular(p *dbtPackage, file, query string) {
	r := &resource{kind: "test", pkg: p, name: stem(file), file: p.shown(file), line: 1, text: query, config: config{}}
	edits := x.readConfigCalls(r)
	t := x.translate(fragment{pkg: p, file: r.file, text: query, firstLine: 1})
	problems := slices.Concat(r.problems, t.problems)
	for _, m := range t.calls {
		if culprit, isUnsupported := m.unsupported(map[*macro]bool{}); isUnsupported {
			problems = append(problems, problem{1, fmt.Sprintf("calls %s, which %s", culprit.name, culprit.problems[0].message), culprit.problems[0].hint})
		}
	}
	if !r.config.isOn("enabled", true) {
		x.report.add(Entry{File: r.file, Action: Taken, Message: "the test is disabled in dbt, so it is not in the new project"})
		return
	}
	if len(t.refs) == 0 && len(problems) == 0 {
		problems = append(problems, problem{1, "names no model", "Add it to a node by hand with @testSQL."})
	}
	for _, one := range problems {
		x.report.add(Entry{File: r.file, Line: one.line, Action: Left, Message: "the test " + one.message, Hint: one.hint})
	}
	if len(problems) > 0 {
		return
	}
	owner := x.last(t.refs)
	owner.tests = append(owner.tests, nodeTest{
		name: r.name, continues: strings.EqualFold(r.config.text("severity"), "warn"),
		query: strings.TrimRight(strings.TrimSpace(applyEdits(query, append(edits, t.edits...))), "; \n"),
	})
	x.report.Tests++
	x.report.add(Entry{File: r.file, Action: Adapted, Node: owner.node.String(), Message: "the query is a test of " + owner.node.String()})
}
