package org.kpackworkbench.model.base.demangle;

import java.util.List;
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
    return node instanceof ExpressionNode expression ? expression.precedence() : Precedence.PRIMARY;
  }

  void print(ExpressionNode node) {
    switch (node) {
      case ExpressionNode.Binary binary -> binary(binary);
      case ExpressionNode.Lambda(NameNode.Closure type) -> {
        out.text("[]");
        out.signature(type);
        out.text("{...}");
      }
      case ExpressionNode.Phrase(_, List<Node> parts) -> parts.forEach(this::part);
      case ExpressionNode.Operand(Node operand, Precedence place, boolean looserOnly) ->
          operand(operand, place, looserOnly);
      case ExpressionNode.Bracketed(String brackets, List<Node> content, boolean operands) -> {
        out.open(brackets.substring(0, 1));
        if (operands) {
          out.operands(content);
        } else {
          content.forEach(this::part);
        }
        out.close(brackets.substring(1));
      }
    }
  }

  /** Writes a part of an expression; brackets and texts nest nothing. */
  private void part(Node node) {
    switch (node) {
      case NameNode.Plain(String text) -> out.text(text);
      case ExpressionNode.Operand operand -> print(operand);
      case ExpressionNode.Bracketed bracketed -> print(bracketed);
      default -> out.print(node);
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
}
