package dbtimport

import (
	"cmp"
	"encoding/json"
	"slices"
)

// catalogColumn is a column of a source as the warehouse describes it.
type catalogColumn struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Index int    `json:"index"`
}

// readCatalog reads the columns of sources from target/catalog.json, which `dbt docs generate` writes, if it is there.
func (x *conversion) readCatalog() error {
	root := x.packages[0]
	const file = "target/catalog.json"
	content, ok, err := root.read(file, maxCatalog)
	if err != nil || !ok {
		return err
	}
	var parsed struct {
		Sources map[string]struct {
			UniqueID string                   `json:"unique_id"`
			Columns  map[string]catalogColumn `json:"columns"`
		} `json:"sources"`
	}
	if err := json.Unmarshal(content, &parsed); err != nil {
		x.report.add(Entry{File: file, Action: Left, Message: "it is not the catalog of dbt: " + err.Error(), Hint: "Run `dbt docs generate` again."})
		return nil //nolint:nilerr // the report has it; the import needs no catalog
	}
	byID := map[string][]catalogColumn{}
	for id, s := range parsed.Sources {
		list := make([]catalogColumn, 0, len(s.Columns))
		for _, c := range s.Columns {
			list = append(list, c)
		}
		slices.SortFunc(list, func(a, b catalogColumn) int {
			return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.Name, b.Name))
		})
		byID[id] = list
	}
	for _, r := range x.resources {
		if r.kind == sourceKind {
			x.catalog[r.name] = byID["source."+r.pkg.name+"."+r.name]
		}
	}
	return nil
}
