package difference

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/dialect"
)

// copyRows writes the statements that bring rows from the old table into the new one. New columns get their defaults.
func (w *nodePlan) copyRows(s *script, d columnDifference, old ObjectRef) {
	w.noteLosses(d)
	words := w.warehouse.words
	var into, from []string
	isKeyKept := false
	for _, k := range d.kept {
		if w.isLost(k) {
			continue
		}
		value := words.Quote(k.from.Name)
		if !w.warehouse.sameType(k.to.Type, k.from.Type) {
			if through := w.through(k); through != "" {
				value = fmt.Sprintf("CAST(%s AS %s)", value, through)
			}
			value = fmt.Sprintf("CAST(%s AS %s)", value, k.to.Type)
		}
		if w.mayBeOtherType(k) {
			value = words.ConvertForColumn(dialect.Conversion{Table: w.name(), Column: k.to.Name, Value: value})
		}
		into, from = append(into, words.Quote(k.to.Name)), append(from, value)
		isKeyKept = isKeyKept || k.to.Name == w.after.Key
	}
	w.isCopied = true
	table := w.name()
	s.add("Copy the rows", fmt.Sprintf("INSERT INTO %s (%s)\nSELECT %s\nFROM %s",
		table, strings.Join(into, ", "), strings.Join(from, ", "), w.warehouse.qualified(old)))
	if isKeyKept {
		s.add("Go on above the highest key", words.AdvanceKey(table, w.after.Key))
	}
}
