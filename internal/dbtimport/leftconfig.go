package dbtimport

import "fmt"

// leaveConfigs reports the keys of configs that have no effect in the new project, once for each key.
func (x *conversion) leaveConfigs() {
	seen := map[string]bool{}
	for _, r := range x.resources {
		for _, key := range sortedKeys(r.config) {
			set := r.config[key]
			if changesLoads(key) && set.value != nil {
				x.report.add(Entry{
					File: set.file, Line: set.line, Action: Left, Message: fmt.Sprintf("the config %s of %s has no counterpart: its loads differ from dbt's", key, r.name),
					Hint: "Check the node before you deploy it, or write a node type with the option.",
				})
				continue
			}
			if isKnownConfig(key) || seen[key] || set.value == nil || set.value == false {
				continue
			}
			seen[key] = true
			e := Entry{
				File: set.file, Line: set.line, Action: Left, Message: fmt.Sprintf("the config %s has no counterpart; this is its first use", key),
				Hint: "Remove it, or write a node type with the option.",
			}
			if key == "on_schema_change" {
				e.Action, e.Hint = Adapted, ""
				e.Message = "on_schema_change: a deployment compares the columns and shows the change before it applies it"
			}
			x.report.add(e)
		}
	}
}

// changesLoads reports whether a key that has no counterpart decides which rows a load keeps. Each use is reported.
func changesLoads(key string) bool {
	switch key {
	case "full_refresh", "merge_update_columns", "merge_exclude_columns", "incremental_predicates":
		return true
	default:
		return false
	}
}

// isKnownConfig reports whether the import uses a key, or the key has no effect on data.
func isKnownConfig(key string) bool {
	switch key {
	case "materialized", "schema", "database", "alias", "enabled", "tags", "pre_hook", "post_hook", "unique_key", "incremental_strategy",
		"event_time", "batch_size", "begin", "lookback", "strategy", "updated_at", "check_cols", "target_schema", "target_database",
		"invalidate_hard_deletes", "hard_deletes", "column_types", "delimiter", "quote_columns", "identifier", "loaded_at_field", "freshness",
		"severity", "meta", "docs", "persist_docs", "group", "access", "description":
		return true
	default:
		return false
	}
}
