package review

import (
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/progress"
)

// scope says how the plan was limited, and which nodes stay as they are deployed because of errors.
func (p *printer) scope(s *api.PlanScope) {
	if s == nil {
		return
	}
	var selectors []string
	if text := progress.Clean(value(s.IncludeNodesSelector)); text != "" {
		selectors = append(selectors, "only "+text)
	}
	if text := progress.Clean(value(s.ExcludeNodesSelector)); text != "" {
		selectors = append(selectors, "without "+text)
	}
	if len(selectors) > 0 {
		p.linef("  %s: %s as deployed", strings.Join(selectors, ", "), count(s.Unselected, "other node stays", "other nodes stay"))
	}
	if s.AllowOtherPlatform {
		p.linef("  for another platform than the project is written for")
	}
	if len(s.Kept) == 0 {
		return
	}
	p.linef("\n%s", p.paint(progress.Careful, count(len(s.Kept), "node is not part of this plan", "nodes are not part of this plan")+":"))
	for _, k := range s.Kept {
		state := "stays as deployed"
		if !k.IsDeployed {
			state = "stays undeployed"
		}
		p.linef("  %s %s %s: %s", p.paint(progress.Careful, "!"), progress.Clean(k.Node), state, progress.Clean(k.Message))
	}
}
