package org.kpackworkbench.model.base.demangle;

import java.util.List;

/**
 * The template arguments that belong to the entity an encoding names: those of the last argument
 * list in its name. Filled while the name is parsed, read when it is printed.
 */
final class TemplateScope {
  private List<Node> arguments = List.of();

  void bind(List<Node> newArguments) {
    arguments = newArguments;
  }

  List<Node> arguments() {
    return arguments;
  }
}
