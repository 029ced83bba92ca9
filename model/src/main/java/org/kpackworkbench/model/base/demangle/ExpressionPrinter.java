package org.kpackworkbench.model.base.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Node.ExpressionNode;
import org.kpackworkbench.model.base.demangle.Node.NameNode;
import org.kpackworkbench.model.base.demangle.Operator.Precedence;

/** Writes expressions, with parentheses where the operators' precedence needs them. */
record ExpressionPrinter(Printer out) {
  /**
   * Writes an operand, in parentheses if it binds less tightly than its position requires.
   *
   * @param looserOnly whether an operand of the place's own precedence goes without parentheses
   */
  void operand(Node node, Precedence place, boolean looserOnly) {
    Precedence own = precedenceOf(out.follow(node).node());
    boolean wrap = looserOnly ? own.looserThan(place) : own.notTighterThan(place);
    if (wrap) {
      out.open("(");
    }
    out.print(node);
    if (wrap) {
      out.close(")");
    }
  }

  private static Precedence precedenceOf(Node node) {
    return node instanceof ExpressionNode.Operation operation
        ? operation.precedence()
        : Precedence.PRIMARY;
  }

  void print(ExpressionNode.Operation node) {
    switch (node) {
      case ExpressionNode.Binary binary -> binary(binary);
      case ExpressionNode.Prefix(String operator, Node operand) -> {
        out.text(operator);
        operand(operand, Precedence.UNARY, false);
      }
      case ExpressionNode.Postfix(Node operand, String operator) -> {
        operand(operand, Precedence.POSTFIX, true);
        out.text(operator);
      }
      case ExpressionNode.Conditional(Node condition, Node then, Node otherwise) -> {
        operand(condition, Precedence.CONDITIONAL, false);
        out.text(" ? ");
        out.print(then);
        out.text(" : ");
        operand(otherwise, Precedence.ASSIGNMENT, true);
      }
      case ExpressionNode.Member(Node object, String operator, Node member) -> {
        operand(object, Precedence.POSTFIX, true);
        out.text(operator);
        operand(member, Precedence.POSTFIX, false);
      }
      case ExpressionNode.Index(Node array, Node index) -> {
        operand(array, Precedence.POSTFIX, false);
        out.open("[");
        out.print(index);
        out.close("]");
      }
      case ExpressionNode.Call(Node callee, List<Node> arguments) -> {
        out.print(callee);
        out.bracketed("(", arguments, ")");
      }
      case ExpressionNode.Conversion(Node type, List<Node> arguments) -> {
        out.bracketed("(", type, ")");
        out.bracketed("(", arguments, ")");
      }
      case ExpressionNode.NamedCast(String keyword, Node type, Node operand) -> {
        out.text(keyword).text("<");
        int brackets = out.brackets;
        out.brackets = 0;
        out.print(type);
        out.brackets = brackets;
        out.text(">");
        out.bracketed("(", operand, ")");
      }
      case ExpressionNode.Query(String keyword, Node operand, _) -> {
        out.text(keyword);
        out.bracketed("(", operand, ")");
      }
      case ExpressionNode.New allocation -> allocation(allocation);
      case ExpressionNode.Statement(String keyword, Node operand, _) -> {
        out.text(keyword);
        out.print(operand);
      }
      case ExpressionNode.Fold(boolean left, String operator, Node pack, Node initial) ->
          fold(left, operator, pack, initial);
      case ExpressionNode.MemberConversion(Node type, Node operand) -> {
        out.bracketed("(", type, ")");
        out.bracketed("(", operand, ")");
      }
    }
  }

  private void binary(ExpressionNode.Binary binary) {
    Precedence precedence = binary.precedence();
    boolean assignment = precedence == Precedence.ASSIGNMENT;
    boolean closesArguments =
        out.brackets == 0 && (binary.operator().equals(">") || binary.operator().equals(">>"));
    if (closesArguments) {
      out.open("(");
    }
    operand(binary.left(), precedence, !assignment);
    boolean tight = precedence == Precedence.MEMBER_POINTER;
    if (!tight && precedence != Precedence.COMMA) {
      out.text(" ");
    }
    out.text(binary.operator());
    if (!tight) {
      out.text(" ");
    }
    operand(binary.right(), precedence, assignment);
    if (closesArguments) {
      out.close(")");
    }
  }

  private void allocation(ExpressionNode.New allocation) {
    out.text(allocation.keyword());
    if (!allocation.placement().isEmpty()) {
      out.bracketed("(", allocation.placement(), ")");
    }
    out.text(" ");
    out.print(allocation.type());
    if (allocation.initializer() != null) {
      out.bracketed("(", allocation.initializer(), ")");
    }
  }

  private void fold(boolean left, String operator, Node pack, @Nullable Node initial) {
    out.open("(");
    if (!left || initial != null) {
      foldSide(left ? initial : null, pack);
      out.text(" ").text(operator).text(" ");
    }
    out.text("...");
    if (left || initial != null) {
      out.text(" ").text(operator).text(" ");
      foldSide(left ? null : initial, pack);
    }
    out.close(")");
  }

  private void foldSide(@Nullable Node initial, Node pack) {
    if (initial != null) {
      operand(initial, Precedence.CAST, true);
      return;
    }
    out.open("(");
    out.expansion(pack);
    out.close(")");
  }

  /** Writes the expressions that are no operations: literals, lists, requirements. */
  record PhrasePrinter(Printer out) {
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
}
