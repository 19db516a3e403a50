import { type UseFormInput, useForm as useMantineForm } from '@mantine/form';
import { type ChangeEvent, type SubmitEvent, useLayoutEffect, useRef } from 'react';

type Values = Record<string, string | boolean | null>;

interface FormOptions<T extends Values> extends Pick<UseFormInput<T>, 'onValuesChange' | 'validate'> {
  initialValues: T;
  /** What else is no longer called wrong once a field is changed. */
  mends?: { [Field in keyof T]?: readonly ((keyof T & string) | 'failure')[] };
}

/** By field. The failure is about none of them. */
export type Problems<T> = { [Field in keyof T | 'failure']?: string | undefined };

/** For a `TextField`, a `PasswordField` or a `Checkbox`. */
export type FieldProps<V> = { name: string; problem: string | undefined } & ([V] extends [boolean]
  ? { checked: boolean; onChange: (checked: boolean) => void }
  : { value: V; onChange: (change: ChangeEvent<HTMLInputElement | HTMLTextAreaElement> | string) => void });

/**
 * Mantine's form, tied to our fields: the one way to ask for something and send it. What is wrong is said when it is sent, the
 * focus goes to the first of it, and it stands until its field is changed. Nothing is sent twice at once.
 */
export function useForm<T extends Values>({ mends, ...options }: FormOptions<T>) {
  const form = useMantineForm<T>(options);
  const element = useRef<HTMLFormElement>(null);
  const leads = useRef(false);

  // What was typed or filled in before the page's code was there belongs to the form as well. Read once, before React draws
  // the empty state over it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first moment counts.
  useLayoutEffect(() => {
    if (!element.current) return;
    for (const [name, typed] of new FormData(element.current)) {
      const { onChange } = form.getInputProps(name);
      if (form.values[name] === false) onChange(true);
      else if (form.values[name] === '' && typed) onChange(typed);
    }
  }, []);

  // Once its mark is in the document, which after a refusal by the server may take another step of the page.
  useLayoutEffect(() => {
    const field = leads.current && element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!field) return;
    leads.current = false;
    field.focus();
  });

  const bind = (name: keyof T & string) => ({
    name,
    [typeof form.values[name] === 'boolean' ? 'checked' : 'value']: form.values[name],
    problem: form.errors[name],
    onChange: (change: unknown) => {
      leads.current = false;
      form.getInputProps(name).onChange(change);
      for (const other of mends?.[name] ?? []) form.clearFieldError(other);
    },
  });

  return {
    ...form,
    fields: Object.fromEntries(Object.keys(form.values).map((name) => [name, bind(name)])) as unknown as {
      [Field in keyof T]: FieldProps<T[Field]>;
    },
    failure: form.errors.failure,
    /** For the `<form>`. While `send` is under way, nothing else is sent. */
    props: (send: (values: T) => void | Promise<void>, onInvalid?: (problems: Problems<T>) => void) => ({
      ref: element,
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        // A portal's events reach the form that a dialog was opened from.
        event.stopPropagation();
        if (form.submitting) return;
        form.onSubmit(send, (problems) => {
          leads.current = true;
          onInvalid?.(problems as Problems<T>);
        })(event);
      },
    }),
    /** Says what the server objects to. */
    refuse: (problems: Problems<T>) => {
      form.setErrors(problems);
      leads.current = problems.failure === undefined;
    },
  };
}
