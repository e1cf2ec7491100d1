package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/webhook"
)

// ListWebhooks returns the webhooks, without their secrets.
func (h *handlers) ListWebhooks(ctx context.Context, r api.ListWebhooksRequestObject) (api.ListWebhooksResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, webhook.Order)
	if err != nil {
		return nil, err
	}
	result, err := h.services.Webhooks.List(ctx, actorOf(ctx).Organization, request)
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListWebhooks200JSONResponse{
		Data:  present(result.Items, presentWebhook),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateWebhook creates a webhook and returns its secret.
func (h *handlers) CreateWebhook(ctx context.Context, r api.CreateWebhookRequestObject) (api.CreateWebhookResponseObject, error) {
	draft := webhook.Draft{URL: r.Body.URL, Description: value(r.Body.Description), IsActive: r.Body.IsActive == nil || *r.Body.IsActive}
	if r.Body.Events != nil {
		draft.Kinds = kindsOf(*r.Body.Events)
	}
	if r.Body.EnvironmentID != nil {
		var err error
		if draft.Environment, err = webhookEnvironment(string(*r.Body.EnvironmentID)); err != nil {
			return nil, err
		}
	}
	created, err := h.services.Webhooks.Create(ctx, actorOf(ctx), draft)
	if err != nil {
		return nil, err
	}
	return api.CreateWebhook201JSONResponse(presentNewWebhook(created)), nil
}

// GetWebhook returns a webhook, without its secret.
func (h *handlers) GetWebhook(ctx context.Context, r api.GetWebhookRequestObject) (api.GetWebhookResponseObject, error) {
	found, err := h.services.Webhooks.Get(ctx, actorOf(ctx).Organization, webhook.ID(r.WebhookID))
	if err != nil {
		return nil, err
	}
	return api.GetWebhook200JSONResponse(presentWebhook(found)), nil
}

// UpdateWebhook changes a webhook. Null clears the description, and subscribes to every environment.
func (h *handlers) UpdateWebhook(ctx context.Context, r api.UpdateWebhookRequestObject) (api.UpdateWebhookResponseObject, error) {
	patch := webhook.Patch{
		URL: patchPointer(r.Body.URL), Description: patchField(r.Body.Description), IsActive: patchPointer(r.Body.IsActive),
	}
	if r.Body.Events != nil {
		patch.Kinds = project.Some(kindsOf(*r.Body.Events))
	}
	if environment := patchField(r.Body.EnvironmentID); environment.Given {
		patch.Environment.Given = true
		if environment.Value != "" {
			var err error
			if patch.Environment.Value, err = webhookEnvironment(string(environment.Value)); err != nil {
				return nil, err
			}
		}
	}
	updated, err := h.services.Webhooks.Update(ctx, actorOf(ctx), webhook.ID(r.WebhookID), patch)
	if err != nil {
		return nil, err
	}
	return api.UpdateWebhook200JSONResponse(presentWebhook(updated)), nil
}

// DeleteWebhook deletes a webhook.
func (h *handlers) DeleteWebhook(ctx context.Context, r api.DeleteWebhookRequestObject) (api.DeleteWebhookResponseObject, error) {
	return api.DeleteWebhook204Response{}, h.services.Webhooks.Delete(ctx, actorOf(ctx), webhook.ID(r.WebhookID))
}

// RotateWebhookSecret replaces the secret of a webhook and returns it.
func (h *handlers) RotateWebhookSecret(ctx context.Context, r api.RotateWebhookSecretRequestObject) (api.RotateWebhookSecretResponseObject, error) {
	rotated, err := h.services.Webhooks.Rotate(ctx, actorOf(ctx), webhook.ID(r.WebhookID))
	if err != nil {
		return nil, err
	}
	return api.RotateWebhookSecret200JSONResponse(presentNewWebhook(rotated)), nil
}

func webhookEnvironment(text string) (ids.Environment, error) {
	id, ok := ids.ParseNumber[ids.Environment](text)
	if !ok {
		return 0, fault.New(fault.Invalid, "environmentID cannot be %q", text).WithHint("Send the number of an environment, or omit it for all.")
	}
	return id, nil
}

func kindsOf(events []string) []webhook.Kind {
	return present(events, func(event string) webhook.Kind { return webhook.Kind(event) })
}

func presentWebhook(w webhook.Webhook) api.Webhook {
	shape := api.Webhook{
		ID: string(w.ID), URL: w.URL, Description: optional(w.Description), IsActive: w.IsActive, CreatedAt: timestamp(w.CreatedAt),
		Events:       present(w.Kinds, func(kind webhook.Kind) string { return string(kind) }),
		FailingSince: optionalTime(w.FailingSince),
	}
	if w.Environment != 0 {
		shape.EnvironmentID = new(ids.FormatNumber(w.Environment))
	}
	return shape
}

func presentNewWebhook(created webhook.Created) api.NewWebhook {
	return api.NewWebhook{Webhook: presentWebhook(created.Webhook), Secret: created.Secret}
}
