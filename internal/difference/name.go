package difference

import "fmt"

// judgeNames stops what would get a name that the engine cuts off: under the name that the project says it would never be
// found again, and the next plan would take it for gone.
func (c *comparison) judgeNames() {
	most := c.warehouse.words.Capabilities().MaxNameBytes
	if most == 0 {
		return
	}
	for _, w := range c.works {
		if w.after == nil || w.after.Kind == None || len(w.steps) == 0 {
			continue
		}
		if len(w.after.Object) > most {
			w.stopLongName("the name "+w.after.Object, most)
		}
		if schema := w.after.Place.Name; len(schema) > most {
			w.stopLongName("the schema "+schema, most)
		}
		for i := range w.after.Columns {
			if name := w.after.Columns[i].Name; len(name) > most {
				w.stopLongName("the column "+name, most)
			}
		}
	}
}

func (w *nodePlan) stopLongName(what string, most int) {
	w.block(Issue{
		Code:    CodeNameTooLong,
		Message: fmt.Sprintf("%s of %s is longer than the %d bytes that the engine keeps of a name", what, w.change.Ref(), most),
		Hint:    "Give it a shorter name; letters outside of ASCII take two bytes or more.",
	})
}
