package org.kpackworkbench.views.window.guide;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.scene.image.Image;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * A guide, its text read whole.
 *
 * @param name its path below the folder of all guides, such as {@code reference/editing.md}; links
 *     between guides are relative to it
 * @param group the title of the group that it is listed in
 * @param document its text, parsed; the first block is its title. It must not be changed
 * @param pictures reads its pictures, which are read when the guide is shown and not before
 */
public record Guide(String name, String group, Node document, Pictures pictures) {
  /** Reads pictures. Safe for use by any thread. */
  public interface Pictures {
    /**
     * Reads a picture.
     *
     * @param target what the text calls it, relative to the guide
     * @return null if there is no such picture
     */
    @Nullable Image read(String target) throws IOException;
  }

  /** Reads its pictures, by the targets that the text gives them; not on the UI thread. */
  public Map<String, Image> readPictures() throws IOException {
    Set<String> targets = new LinkedHashSet<>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(org.commonmark.node.Image image) {
            targets.add(image.getDestination());
          }
        });
    Map<String, Image> read = new HashMap<>();
    for (String target : targets) {
      Image picture = pictures.read(target);
      if (picture != null) {
        read.put(target, picture);
      }
    }
    return read;
  }

  /**
   * Parses Markdown as GitHub does, of which guides use headings, lists, fenced code and tables.
   * Other blocks, such as HTML, stay text.
   */
  public static Node parse(String markdown) {
    return Parser.builder()
        .extensions(List.of(TablesExtension.create()))
        .enabledBlockTypes(Set.of(Heading.class, ListBlock.class, FencedCodeBlock.class))
        .build()
        .parse(markdown);
  }

  /** The blocks of a part of a guide in their order, those of lists' items by themselves. */
  static List<Node> blocks(Node part) {
    List<Node> blocks = new ArrayList<>();
    for (Node block = part.getFirstChild(); block != null; block = block.getNext()) {
      if (block instanceof ListBlock || block instanceof ListItem) {
        blocks.addAll(blocks(block));
      } else {
        blocks.add(block);
      }
    }
    return blocks;
  }

  /** Returns the title: the first heading, or the name where there is none. */
  public String title() {
    return document.getFirstChild() instanceof Heading heading ? plainText(heading) : name;
  }

  /** The text of a part of a guide without any look, in one line. */
  public static String plainText(Node part) {
    StringBuilder plain = new StringBuilder();
    part.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text text) {
            plain.append(text.getLiteral());
          }

          @Override
          public void visit(Code code) {
            plain.append(code.getLiteral());
          }

          @Override
          public void visit(FencedCodeBlock code) {
            plain.append(code.getLiteral());
          }

          @Override
          public void visit(SoftLineBreak lineBreak) {
            plain.append(' ');
          }
        });
    return plain.toString();
  }
}
