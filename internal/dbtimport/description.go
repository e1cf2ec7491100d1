package dbtimport

import (
	"fmt"
	"path"
	"strings"

	"github.com/millrace/millrace/internal/yamldoc"
)

// readDocs reads the doc blocks of a Markdown file.
func (x *conversion) readDocs(p *dbtPackage, file string) error {
	content, ok, err := p.read(file, maxText)
	if err != nil || !ok {
		return err
	}
	all := plainLines(content)
	found := blocks(all, "docs")
	for _, b := range found {
		name, _ := blockName(all, b)
		p.docs[name] = strings.TrimSpace(all[b.head.end:b.tail.start])
	}
	if len(found) > 0 {
		x.report.add(Entry{File: p.shown(file), Action: Taken, Message: counted(len(found), "doc block") + " for descriptions"})
	}
	return nil
}

// readDocFolders reads doc blocks outside of the folders of models.
func (x *conversion) readDocFolders(p *dbtPackage) error {
	for _, folder := range texts(p.settings.root.Get("docs-paths")) {
		files, err := p.find(folder)
		if err != nil {
			return err
		}
		for _, file := range files {
			if path.Ext(file) != ".md" {
				continue
			}
			if err := x.readDocs(p, file); err != nil {
				return err
			}
		}
	}
	return nil
}

// description returns a description with its doc blocks.
func (x *conversion) description(p *dbtPackage, n *yamldoc.Node) string {
	given := strings.TrimSpace(text(n))
	var edits []edit
	for _, one := range pieces(given) {
		for _, call := range names(given, one.code) {
			if call.parts[0] != "doc" || call.call == nil {
				continue
			}
			if literals, ok := call.call.literals(); ok && len(literals) > 0 {
				edits = append(edits, edit{one.span, x.docBlock(p, literals)})
			}
		}
	}
	return strings.TrimSpace(applyEdits(given, edits))
}

func (x *conversion) docBlock(p *dbtPackage, names []string) string {
	wanted := names[len(names)-1]
	if found, ok := p.docs[wanted]; ok {
		return found
	}
	for _, other := range x.packages {
		if found, ok := other.docs[wanted]; ok {
			return found
		}
	}
	return ""
}

// nodeDescription returns the description of a node: that of the model, then those of columns that have no place of their
// own, then the exposures that use it.
func (x *conversion) nodeDescription(r *resource, isOwnPlace func(column string) bool) string {
	parts := []string{}
	if own := x.description(r.pkg, r.properties.Get("description")); own != "" {
		parts = append(parts, own)
	}
	var columns []string
	for _, column := range columnsOf(r.properties) {
		name := text(column.Get("name"))
		if own := x.description(r.pkg, column.Get("description")); own != "" && !isOwnPlace(name) {
			columns = append(columns, fmt.Sprintf("- %s: %s", name, oneLine(own)))
		}
	}
	if len(columns) > 0 {
		parts = append(parts, "Columns:\n"+strings.Join(columns, "\n"))
	}
	parts = append(parts, r.mentions...)
	return strings.Join(parts, "\n\n")
}

// oneLine replaces white space by single spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
