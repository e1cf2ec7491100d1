package dbtimport

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// readSnapshots finds the snapshots of a package: blocks in SQL files, and entries of YAML files.
func (x *conversion) readSnapshots(p *dbtPackage) error {
	for _, folder := range p.settings.paths("snapshot-paths", "", "snapshots") {
		files, err := p.find(folder)
		if err != nil {
			return err
		}
		for _, file := range files {
			switch path.Ext(file) {
			case ".sql":
				if err := x.readSnapshotFile(p, folder, file); err != nil {
					return err
				}
			case ".yml", ".yaml":
				if err := x.readProperties(p, file); err != nil {
					return err
				}
			case ".md":
				if err := x.readDocs(p, file); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (x *conversion) readSnapshotFile(p *dbtPackage, folder, file string) error {
	content, ok, err := p.read(file, maxText)
	if err != nil || !ok {
		return err
	}
	all := plainLines(content)
	for _, b := range blocks(all, "snapshot") {
		name, _ := blockName(all, b)
		r := &resource{
			kind: snapshotKind, pkg: p, name: name, file: p.shown(file), line: lineOf(all, b.head.end), text: all[b.head.end:b.tail.start], config: config{},
		}
		x.treeConfig(r, "snapshots", folder, file)
		x.addResource(r)
	}
	return nil
}

// snapshotOfYAML makes a snapshot that a YAML file defines, with the relation that it reads.
func (x *conversion) snapshotOfYAML(p properties) *resource {
	r := &resource{
		kind: snapshotKind, pkg: p.pkg, name: text(p.root.Get("name")), file: p.file, line: line(p.root), config: config{},
		text: "select * from {{ " + strings.Trim(text(p.root.Get("relation")), "{} ") + " }}", //nolint:unqueryvet // as dbt does
	}
	x.treeConfig(r, "snapshots", ".", r.name+".yml")
	x.addResource(r)
	return r
}

// snapshotHeader returns the annotations of a snapshot.
func (x *conversion) snapshotHeader(r *resource) []string {
	var lines []string
	switch strategy := r.config.text("strategy"); strategy {
	case "timestamp":
		lines = append(lines, fmt.Sprintf("@snapshotStrategy(\"timestamp\", %s)", annotationText(r.config.text("updated_at"))))
	case "check":
		lines = append(lines, `@snapshotStrategy("check")`)
		if columns := r.config.list("check_cols"); len(columns) > 0 && !slices.Equal(columns, []string{"all"}) {
			lines = append(lines, "@changeTracking("+annotationTexts(columns)+")")
		}
	default:
		r.problems = append(r.problems, problem{r.line, fmt.Sprintf("has the strategy %q, which has no counterpart", strategy), "Use timestamp or check."})
	}
	lines = append(lines, x.keyHeader(r)...)
	if len(r.config.list("unique_key")) == 0 {
		r.problems = append(r.problems, problem{r.line, "has no unique_key", "Mark the columns that identify a row with @uniqueKey."})
	}
	switch deletes := r.config.text("hard_deletes"); {
	case deletes == "invalidate" || r.config.isOn("invalidate_hard_deletes", false):
		lines = append(lines, "@invalidateHardDeletes")
	case deletes == "new_record":
		x.report.add(Entry{
			File: r.file, Line: r.config["hard_deletes"].line, Action: Left, Node: r.node.String(),
			Message: "hard_deletes: new_record has no counterpart",
			Hint:    "Use @invalidateHardDeletes, which closes the row.",
		})
	}
	x.report.add(Entry{
		File: r.file, Line: r.line, Action: Adapted, Node: r.node.String(),
		Message: "dbt_valid_from and dbt_valid_to are SYSTEM_START_DATE and SYSTEM_END_DATE; the current row has SYSTEM_CURRENT_FLAG = 'Y'",
		Hint:    "The history that dbt has collected is not moved. Change models that read dbt_valid_to.",
	})
	return lines
}

// keyHeader returns the annotation that names the key, for queries whose columns cannot be annotated.
func (x *conversion) keyHeader(r *resource) []string {
	keys := r.config.list("unique_key")
	if len(keys) == 0 {
		return nil
	}
	for _, key := range keys {
		if !plainColumn.MatchString(strings.TrimSpace(key)) {
			r.problems = append(r.problems, problem{
				r.config["unique_key"].line, fmt.Sprintf("has the expression %s as its unique_key", key),
				"Add it to the select list and name the column with @uniqueKey.",
			})
			return nil
		}
	}
	return []string{"@uniqueKey(" + annotationTexts(keys) + ")"}
}
