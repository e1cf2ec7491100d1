package httpapi

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// registerGit lets git clients clone and fetch: git clone https://host/git/<project id>.git, with any user name and an
// access token as the password, or with a bearer token in http.extraHeader. Nothing can be pushed this way.
func (s *server) registerGit(mux *http.ServeMux) {
	mux.HandleFunc("GET /git/{repository}/info/refs", s.git("gitAdvertise", s.gitAdvertise))
	mux.HandleFunc("POST /git/{repository}/git-upload-pack", s.git("gitUploadPack", s.gitUploadPack))
	mux.HandleFunc("/git/", s.git("gitOther", func(http.ResponseWriter, *http.Request, account.Actor, ids.Project) error {
		return fault.New(fault.NotFound, "there is nothing at this path").WithHint("git clone takes /git/<project id>.git.")
	}))
}

// gitHandler answers a git client that may read the project.
type gitHandler func(w http.ResponseWriter, r *http.Request, actor account.Actor, id ids.Project) error

// git is what goes before every answer to a git client.
func (s *server) git(operation string, handle gitHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		noteOperation(r.Context(), operation)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		actor, err := s.gitActor(r)
		if err != nil {
			s.failGit(w, r, err)
			return
		}
		noteUser(r.Context(), actor.User)
		r, done := allowTime(operation, w, r)
		defer done()
		id, err := s.gitProject(r, actor)
		if err == nil {
			err = handle(w, r, actor, id)
		}
		if err != nil {
			s.failGit(w, r, err)
		}
	}
}

// gitActor finds who a git client works for. A browser's cookie does not count here.
func (s *server) gitActor(r *http.Request) (account.Actor, error) {
	if _, token, isBasic := r.BasicAuth(); isBasic {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if len(r.Header.Values("Authorization")) == 0 {
		return account.Actor{}, fault.New(fault.Unauthenticated, "this request has no access token").
			WithHint("Give an access token as the password; the user name does not matter.")
	}
	return s.authenticate(r)
}

// gitProject is the project that the path names, if the actor may read it.
func (s *server) gitProject(r *http.Request, actor account.Actor) (ids.Project, error) {
	name, ok := strings.CutSuffix(r.PathValue("repository"), ".git")
	if !ok {
		return "", fault.New(fault.NotFound, "there is no repository at this path").WithHint("git clone takes /git/<project id>.git.")
	}
	where, err := s.projectPlace(r.Context(), actor, name)
	if err != nil {
		return "", err
	}
	if !actor.Can(account.WorkspaceRead, where.target) {
		return "", project.ProjectNotFound(name)
	}
	return where.target.Project, nil
}

func (s *server) gitAdvertise(w http.ResponseWriter, r *http.Request, actor account.Actor, id ids.Project) error {
	if service := r.URL.Query().Get("service"); service != "git-upload-pack" {
		return fault.New(fault.Forbidden, "this repository is for reading").
			WithHint("Commit in a workspace; or push to the project's remote repository and pull.")
	}
	w.Header().Set("Content-Type", "application/x-git-upload-pack-advertisement")
	return s.services.Repositories.Advertise(r.Context(), actor.Organization, id, w)
}

// maxAsked bounds a request of a git client, unpacked.
const maxAsked = 4 << 20

func (s *server) gitUploadPack(w http.ResponseWriter, r *http.Request, actor account.Actor, id ids.Project) error {
	if r.Header.Get("Content-Type") != "application/x-git-upload-pack-request" {
		return fault.New(fault.Invalid, "this is not a request that a git client makes").WithHint("Clone with git.")
	}
	var request io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(r.Body)
		if err != nil {
			return fault.Wrap(err, fault.Invalid, "the body cannot be unpacked").WithHint("Clone with git.")
		}
		request = unpacked
	}
	w.Header().Set("Content-Type", "application/x-git-upload-pack-result")
	return s.services.Repositories.UploadPack(r.Context(), actor.Organization, id, io.LimitReader(request, maxAsked), w)
}

// failGit answers a git client with an error, if nothing was sent yet; else it breaks the connection, so that half a
// repository is not taken for a whole one.
func (s *server) failGit(w http.ResponseWriter, r *http.Request, err error) {
	if sent, ok := w.(*recorder); ok && sent.status != 0 {
		panic(http.ErrAbortHandler)
	}
	if fault.Is(err, fault.Unauthenticated) {
		w.Header().Add("WWW-Authenticate", "Bearer")
		w.Header().Add("WWW-Authenticate", `Basic realm="Millrace: an access token as the password", charset="UTF-8"`)
	}
	s.fail(w, r, err)
}
