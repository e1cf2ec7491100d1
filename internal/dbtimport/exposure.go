package dbtimport

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/transform"
)

// applyExposures adds exposures to the descriptions of the nodes that they use, and a subgraph for each.
func (x *conversion) applyExposures() {
	for _, e := range x.exposures {
		name := text(e.root.Get("name"))
		label := name
		if given := text(e.root.Get("label")); given != "" {
			label = given
		}
		mention := fmt.Sprintf("Used by the %s %q", orElse(text(e.root.Get("type")), "exposure"), label)
		if owner := orElse(text(e.root.Get("owner").Get("name")), text(e.root.Get("owner").Get("email"))); owner != "" {
			mention += " of " + owner
		}
		mention += "."
		if about := x.description(e.pkg, e.root.Get("description")); about != "" {
			mention += " " + oneLine(about)
		}
		if url := text(e.root.Get("url")); url != "" {
			mention += " " + url
		}
		var used []*resource
		for _, one := range texts(e.root.Get("depends_on")) {
			used = append(used, x.usedBy(e, one)...)
		}
		for _, r := range used {
			r.mentions = append(r.mentions, mention)
			x.members["exposure "+name] = append(x.members["exposure "+name], r)
		}
		x.report.add(Entry{
			File: e.file, Line: line(e.root), Action: Adapted,
			Message: fmt.Sprintf("the exposure %s is in the descriptions of the %s that it uses, and a subgraph", name, counted(len(used), "node")),
		})
	}
}

// usedBy returns the resources that a text of depends_on names.
func (x *conversion) usedBy(e properties, code string) []*resource {
	t := x.translate(fragment{pkg: e.pkg, file: e.file, text: "{{ " + code + " }}", firstLine: line(e.root)})
	for _, p := range t.problems {
		x.report.add(Entry{File: e.file, Line: p.line, Action: Left, Message: "the exposure " + text(e.root.Get("name")) + " " + p.message, Hint: p.hint})
	}
	return t.refs
}

// applyTags adds every node to the subgraphs of its tags.
func (x *conversion) applyTags() {
	for _, r := range x.resources {
		for _, tag := range r.config.list("tags") {
			if tag = strings.TrimSpace(tag); tag != "" {
				x.members["tag "+tag] = append(x.members["tag "+tag], r)
			}
		}
	}
}

// subgraphs returns the subgraphs of tags and exposures.
func (x *conversion) subgraphs() []transform.Subgraph {
	var list []transform.Subgraph
	for _, name := range sortedKeys(x.members) {
		s := transform.Subgraph{
			ID: transform.SubgraphID(uuid.NewSHA1(uuid.NameSpaceURL, []byte("dbt:subgraph."+name)).String()), Name: name,
		}
		seen := map[transform.NodeID]bool{}
		for _, r := range x.members[name] {
			if r.result != nil && !seen[r.result.ID] {
				seen[r.result.ID] = true
				s.Steps = append(s.Steps, r.result.ID)
			}
		}
		if len(s.Steps) > 0 {
			list = append(list, s)
		}
	}
	return list
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
