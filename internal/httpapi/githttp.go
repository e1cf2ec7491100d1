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

// registerGit serves git clone and git fetch: git clone https://host/git/<project id>.git, with any user name and an
// access token as the password, or with a bearer token in http.extraHeader. Pushing is not possible.
func (s *server) registerGit(mux *http.ServeMux) {
	mux.HandleFunc("GET /git/{repository}/info/refs", s.git("gitAdvertise", s.gitAdvertise))
	mux.HandleFunc("POST /git/{repository}/git-upload-pack", s.git("gitUploadPack", s.gitUploadPack))
	mux.HandleFunc("/git/", s.git("gitOther", func(http.ResponseWriter, *http.Request, account.Actor, ids.Project) error {
		return fault.New(fault.NotFound, "no resource has this path").WithHint("Clone /git/<project id>.git.")
	}))
}

// gitHandler handles a request of a git client that may read the project.
type gitHandler func(w http.ResponseWriter, r *http.Request, actor account.Actor, id ids.Project) error

// git authenticates and authorizes every request of a git client.
func (s *server) git(operation string, handle gitHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		recordOperation(r.Context(), operation)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		actor, err := s.gitActor(r)
		if err != nil {
			s.failGit(w, r, err)
			return
		}
		recordUser(r.Context(), actor.User)
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

// gitActor returns the actor of a git request. A browser's cookie does not count here.
func (s *server) gitActor(r *http.Request) (account.Actor, error) {
	if _, token, isBasic := r.BasicAuth(); isBasic {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if len(r.Header.Values("Authorization")) == 0 {
		return account.Actor{}, fault.New(fault.Unauthenticated, "this request has no access token").
			WithHint("Send an access token as the password, with any user name.")
	}
	return s.authenticate(r)
}

// gitProject returns the project in the path if the actor may read it.
func (s *server) gitProject(r *http.Request, actor account.Actor) (ids.Project, error) {
	name, ok := strings.CutSuffix(r.PathValue("repository"), ".git")
	if !ok {
		return "", fault.New(fault.NotFound, "no repository has this path").WithHint("Clone /git/<project id>.git.")
	}
	where, err := s.projectResource(r.Context(), actor, name)
	if err != nil {
		return "", err
	}
	if !actor.Can(account.WorkspaceRead, where.scope) {
		return "", project.ProjectNotFound(name)
	}
	return where.scope.Project, nil
}

func (s *server) gitAdvertise(w http.ResponseWriter, r *http.Request, actor account.Actor, id ids.Project) error {
	if service := r.URL.Query().Get("service"); service != "git-upload-pack" {
		return fault.New(fault.Forbidden, "this repository is read-only").
			WithHint("Commit in a workspace, or push to the project's remote repository and pull.")
	}
	w.Header().Set("Content-Type", "application/x-git-upload-pack-advertisement")
	return s.services.Repositories.Advertise(r.Context(), actor.Organization, id, w)
}

// maxGitRequestBytes bounds an uncompressed request of a git client.
const maxGitRequestBytes = 4 << 20

func (s *server) gitUploadPack(w http.ResponseWriter, r *http.Request, actor account.Actor, id ids.Project) error {
	if r.Header.Get("Content-Type") != "application/x-git-upload-pack-request" {
		return fault.New(fault.Invalid, "this is not a git-upload-pack request").WithHint("Use git clone or git fetch.")
	}
	var request io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(r.Body)
		if err != nil {
			return fault.Wrap(err, fault.Invalid, "the gzip body cannot be decompressed").WithHint("Use git clone or git fetch.")
		}
		request = unpacked
	}
	w.Header().Set("Content-Type", "application/x-git-upload-pack-result")
	return s.services.Repositories.UploadPack(r.Context(), actor.Organization, id, io.LimitReader(request, maxGitRequestBytes), w)
}

// failGit sends an error to a git client if nothing was sent yet. Otherwise it aborts the connection, so that the
// client does not accept an incomplete repository.
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
