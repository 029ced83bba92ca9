package org.kpackworkbench.model.base.demangle;

import java.util.List;

/** Writes the expressions that are no operations: literals, lists, requirements. */
final class PhrasePrinter {
  private final Printer out;

  PhrasePrinter(Printer out) {
    this.out = out;
  }

  void print(ExpressionNode.Phrase node) {
    switch (node) {
      case ExpressionNode.Braced(Node type, List<Node> elements) -> {
        if (type != null) {
          out.print(type);
        }
        out.bracketed("{", elements, "}");
      }
      case ExpressionNode.Designated designated -> designated(designated);
      case ExpressionNode.DesignatedRange(Node first, Node last, Node value) -> {
        out.open("[");
        out.print(first);
        out.text(" ... ");
        out.print(last);
        out.close("]");
        designatedValue(value);
      }
      case ExpressionNode.PackSize(Node pack) -> {
        out.text("sizeof...");
        out.bracketed("(", pack, ")");
      }
      case ExpressionNode.NumberLiteral(String cast, String digits, String suffix) ->
          out.text(cast).text(digits).text(suffix);
      case ExpressionNode.TypedLiteral(Node type, String digits) -> {
        out.bracketed("(", type, ")");
        out.text(digits);
      }
      case ExpressionNode.StringLiteral(Node type) -> {
        out.text("\"<");
        out.print(type);
        out.text(">\"");
      }
      case ExpressionNode.Lambda(NameNode.Closure type) -> {
        out.text("[]");
        out.signature(type);
        out.text("{...}");
      }
      case ExpressionNode.Vendor(String name, List<Node> arguments) -> {
        out.text(name);
        out.bracketed("(", arguments, ")");
      }
      case ExpressionNode.Subobject(Node object, Node type, String offset) -> {
        out.print(object);
        out.text(".<");
        out.print(type);
        out.text(" at offset ").text(offset).text(">");
      }
      case ExpressionNode.Requires(List<Node> parameters, List<Node> requirements) -> {
        out.text("requires");
        if (!parameters.isEmpty()) {
          out.text(" ");
          out.bracketed("(", parameters, ")");
        }
        out.text(" ");
        out.open("{");
        requirements.forEach(out::print);
        out.text(" ");
        out.close("}");
      }
      case ExpressionNode.ExpressionRequirement requirement -> requirement(requirement);
      case ExpressionNode.NamedRequirement(String keyword, Node operand) -> {
        out.text(" ").text(keyword);
        out.print(operand);
        out.text(";");
      }
    }
  }

  private void designated(ExpressionNode.Designated designated) {
    if (designated.index()) {
      out.bracketed("[", designated.designator(), "]");
    } else {
      out.text(".");
      out.print(designated.designator());
    }
    designatedValue(designated.value());
  }

  private void designatedValue(Node value) {
    boolean chain =
        value instanceof ExpressionNode.Designated
            || value instanceof ExpressionNode.DesignatedRange;
    out.text(chain ? "" : " = ");
    out.print(value);
  }

  private void requirement(ExpressionNode.ExpressionRequirement requirement) {
    boolean compound = requirement.noexcept() || requirement.constraint() != null;
    out.text(" ");
    if (compound) {
      out.bracketed("{", requirement.expression(), "}");
    } else {
      out.print(requirement.expression());
    }
    if (requirement.noexcept()) {
      out.text(" noexcept");
    }
    if (requirement.constraint() != null) {
      out.text(" -> ");
      out.print(requirement.constraint());
    }
    out.text(";");
  }
}
