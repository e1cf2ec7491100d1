package nodetype

import (
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

// Materialization returns what a node becomes when it does not say: what the panel of its type has as default, else a table,
// or a view if the type is called one.
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
