package docsite

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/webui"
)

//go:embed assets layout.html
var ownFiles embed.FS

// site is all documents, rendered.
type site struct {
	pages     []page
	sections  []section // in the order of the pages, for the search
	groups    []group
	layout    *template.Template
	style     string // paths of the files of this package
	script    string
	responses map[string]webui.Response // by request path
}

// page is a document.
type page struct {
	path     string // of its address
	file     string // in the folder of the documents
	title    string
	content  template.HTML // safe: see renderMarkdown
	headings []heading
	sections []section
	links    []link
}

// heading is a heading of a page below its title.
type heading struct {
	Level    int
	ID, Text string
}

// group is a part of the navigation.
type group struct {
	Title string
	Links []navigationLink
}

type navigationLink struct{ Path, Title string }

// view is what the layout shows.
type view struct {
	Title, Path   string
	Content       template.HTML
	Headings      []heading
	Groups        []group
	Style, Script string
	Query         string
	IsSearch      bool
	IsMissing     bool
	Results       []result
}

// newSite renders the documents of a folder.
func newSite(files fs.FS) (*site, error) {
	s := &site{responses: map[string]webui.Response{}}
	var err error
	if s.layout, err = template.ParseFS(ownFiles, "layout.html"); err != nil {
		return nil, err
	}
	if err := s.addAssets(); err != nil {
		return nil, err
	}
	if err := s.addFiles(files); err != nil {
		return nil, err
	}
	s.addDecisions()
	if err := s.addNavigation(); err != nil {
		return nil, err
	}
	for _, p := range s.pages {
		content, err := s.execute(s.view(p))
		if err != nil {
			return nil, fmt.Errorf("render %s: %w", p.file, err)
		}
		s.responses[p.path] = webui.NewResponse("text/html; charset=utf-8", false, content)
		s.sections = append(s.sections, p.sections...)
	}
	return s, nil
}

// addAssets adds the style and the script. Their addresses contain a hash, so that browsers may keep them.
func (s *site) addAssets() error {
	for name, asset := range map[string]struct {
		kind string
		at   *string
	}{
		"docs.css": {"text/css; charset=utf-8", &s.style}, "docs.js": {"text/javascript; charset=utf-8", &s.script},
	} {
		content, err := ownFiles.ReadFile("assets/" + name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(content)
		*asset.at = root + "/assets/" + hex.EncodeToString(sum[:6]) + "/" + name
		s.responses[*asset.at] = webui.NewResponse(asset.kind, true, content)
	}
	return nil
}

// addFiles adds the pages and the files beside them.
func (s *site) addFiles(files fs.FS) error {
	known := map[string]bool{}
	var names []string
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			known[name], names = true, append(names, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		switch path.Ext(name) {
		case ".md":
			p, err := renderMarkdown(name, content, known)
			if err != nil {
				return fmt.Errorf("render %s: %w", name, err)
			}
			s.pages = append(s.pages, p)
		case ".png":
			s.responses[root+"/"+name] = webui.NewResponse("image/png", false, content)
		case ".json":
			s.responses[root+"/"+name] = webui.NewResponse("application/json", false, content)
		}
	}
	return nil
}

const (
	indexFile       = "README.md"
	decisionsFolder = "decisions"
)

// addDecisions adds the list of decisions, which is a folder in the repository.
func (s *site) addDecisions() {
	var list strings.Builder
	list.WriteString("# Decisions\n\nWhy the design is as it is: one page for each decision that would surprise a newcomer.\n\n")
	known := map[string]bool{}
	for _, p := range s.pages {
		if strings.HasPrefix(p.file, decisionsFolder+"/") {
			known[p.file] = true
			fmt.Fprintf(&list, "- [%s](%s)\n", p.title, p.file)
		}
	}
	if len(known) == 0 {
		return
	}
	p, err := renderMarkdown(decisionsFolder+".md", []byte(list.String()), known)
	if err == nil { // the list has no construct that fails
		p.sections = nil // the pages themselves are found
		s.pages = append(s.pages, p)
	}
}

// addNavigation derives the navigation from the index page: its headings, and the pages that the text below each links to.
func (s *site) addNavigation() error {
	i := slices.IndexFunc(s.pages, func(p page) bool { return p.file == indexFile })
	if i < 0 {
		return fmt.Errorf("there is no %s", indexFile)
	}
	titles := map[string]string{}
	for _, p := range s.pages {
		titles[p.path] = p.title
	}
	seen := map[string]bool{root: true}
	for _, l := range s.pages[i].links {
		target, _, _ := strings.Cut(l.target, "#")
		if titles[target] == "" || seen[target] || l.below == "" {
			continue
		}
		seen[target] = true
		if last := len(s.groups) - 1; last < 0 || s.groups[last].Title != l.below {
			s.groups = append(s.groups, group{Title: l.below})
		}
		g := &s.groups[len(s.groups)-1]
		g.Links = append(g.Links, navigationLink{Path: target, Title: cmp.Or(l.text, titles[target])})
	}
	return nil
}

// view returns what the layout shows of a page.
func (s *site) view(p page) view {
	return view{
		Title: p.title, Path: p.path, Content: p.content, Headings: p.headings, Groups: s.groups, Style: s.style, Script: s.script,
	}
}

func (s *site) execute(v view) ([]byte, error) {
	var out bytes.Buffer
	err := s.layout.Execute(&out, v)
	return out.Bytes(), err
}
