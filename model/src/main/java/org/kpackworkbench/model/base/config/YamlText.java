package org.kpackworkbench.model.base.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.config.ConfigNode.Scalar;
import org.kpackworkbench.model.base.config.ConfigText.ConfigPosition;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads YAML from the parser's events: tags make nothing, an anchor is known when its value has
 * ended, and so no value can contain itself.
 */
final class YamlText {
  /**
   * Words besides true and false that readers of YAML 1.1, such as Python's, take for truth values.
   */
  private static final Pattern OLD_BOOLEAN =
      Pattern.compile("yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF");

  private final TreeMaker maker;
  private final ScalarResolver resolver = new CoreScalarResolver(false);
  private final Map<String, Known> anchors = new HashMap<>();
  private final List<Begun> begun = new ArrayList<>();
  private ConfigPosition last = ConfigPosition.START;

  private YamlText(TreeMaker maker) {
    this.maker = maker;
  }

  private record Known(ConfigNode node, long size) {}

  private record Begun(String anchor, long valuesBefore) {}

  static ConfigText read(String text, TreeMaker maker) {
    return new YamlText(maker).read(text);
  }

  private ConfigText read(String text) {
    LoadSettings settings =
        LoadSettings.builder().setCodePointLimit(ConfigText.MOST_CHARACTERS).build();
    int documents = 0;
    try {
      Parser parser = new ParserImpl(settings, new StreamReader(settings, text));
      while (parser.hasNext()) {
        Event event = parser.next();
        last = position(event.getStartMark());
        if (event instanceof DocumentStartEvent && ++documents > 1) {
          return maker.failed(last, "a second document begins here; a configuration is one");
        }
        event(event);
      }
      return documents == 0
          ? maker.failed(ConfigPosition.START, "there is no value in the text")
          : maker.done(true);
    } catch (TreeMaker.TooMuch tooMuch) {
      return maker.failed(last, String.valueOf(tooMuch.getMessage()));
    } catch (MarkedYamlEngineException failure) {
      return maker.failed(
          position(failure.getProblemMark().or(failure::getContextMark)),
          "this is not valid YAML: " + words(failure));
    } catch (YamlEngineException failure) {
      return maker.failed(last, "this is not valid YAML: " + failure.getMessage());
    }
  }

  private static String words(MarkedYamlEngineException failure) {
    String context = failure.getContext();
    String problem = String.valueOf(failure.getProblem());
    return context == null || context.isBlank() ? problem : context + ", " + problem;
  }

  private void event(Event event) throws TreeMaker.TooMuch {
    switch (event) {
      case AliasEvent alias -> alias(alias);
      case NodeEvent node when maker.atKey() -> key(node);
      case ScalarEvent scalar -> {
        Scalar value = scalar(scalar);
        maker.scalar(value);
        remember(anchor(scalar), value, 1);
      }
      case MappingStartEvent start -> begin(start, true);
      case SequenceStartEvent start -> begin(start, false);
      case MappingEndEvent end -> ended();
      case SequenceEndEvent end -> ended();
      default -> {}
    }
  }

  private void begin(NodeEvent start, boolean mapping) throws TreeMaker.TooMuch {
    begun.add(new Begun(anchor(start), maker.values()));
    maker.start(last, mapping);
  }

  private void ended() {
    ConfigNode node = maker.endMerging("<<");
    Begun start = begun.removeLast();
    remember(start.anchor(), node, maker.values() - start.valuesBefore());
  }

  private void remember(String anchor, ConfigNode node, long size) {
    if (!anchor.isEmpty()) {
      anchors.put(anchor, new Known(node, size));
    }
  }

  private void key(NodeEvent event) throws TreeMaker.TooMuch {
    if (!(event instanceof ScalarEvent scalar)) {
      throw new TreeMaker.TooMuch("a mapping or list is a key here; keys are texts");
    }
    remember(anchor(scalar), scalar(scalar), 1);
    maker.key(last, scalar.getValue());
  }

  private void alias(AliasEvent alias) throws TreeMaker.TooMuch {
    String name = alias.getAlias().getValue();
    Known known = anchors.get(name);
    if (known == null) {
      throw new TreeMaker.TooMuch(
          "*%s refers to nothing: no value before this place has the anchor &%s"
              .formatted(name, name));
    }
    if (!maker.atKey()) {
      maker.again(known.node(), known.size());
    } else if (known.node() instanceof Scalar scalar) {
      maker.key(last, scalar.text());
    } else {
      throw new TreeMaker.TooMuch("a mapping or list is a key here; keys are texts");
    }
  }

  private Scalar scalar(ScalarEvent event) {
    String text = event.getValue();
    if (!event.isPlain() || event.getTag().isPresent()) {
      return new Scalar(last, Scalar.Kind.TEXT, text);
    }
    Tag tag = resolver.resolve(text, true);
    Scalar.Kind kind =
        tag.equals(Tag.NULL)
            ? Scalar.Kind.NOTHING
            : tag.equals(Tag.BOOL) || OLD_BOOLEAN.matcher(text).matches()
                ? Scalar.Kind.BOOLEAN
                : tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)
                    ? Scalar.Kind.NUMBER
                    : Scalar.Kind.TEXT;
    return new Scalar(last, kind, text);
  }

  private static String anchor(NodeEvent event) {
    return event.getAnchor().map(Anchor::getValue).orElse("");
  }

  private static ConfigPosition position(Optional<Mark> mark) {
    return mark.map(at -> new ConfigPosition(at.getLine() + 1, at.getColumn() + 1))
        .orElse(ConfigPosition.START);
  }
}
