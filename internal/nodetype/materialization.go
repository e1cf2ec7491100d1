package nodetype

import (
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

// Materialization returns the materialization of nodes that do not set one: the default in the panel of their type,
// else view for a type with that name and table for all other types.
func Materialization(t *transform.NodeType) string {
	for _, group := range t.Spec.Groups {
		for i := range group.Items {
			item := &group.Items[i]
			if word, ok := item.Default.(string); ok && item.Type == transform.MaterializationSelector && word != "" {
				return word
			}
		}
	}
	if strings.Contains(strings.ToLower(t.Name), "view") {
		return "view"
	}
	return "table"
}
