package org.kpackworkbench.views.operation.forms;

/** What was filled in cannot be meant. */
final class WrongInput extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient FormField field;

  WrongInput(FormField field, String sentence) {
    super(sentence);
    this.field = field;
  }

  FormField field() {
    return field;
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
