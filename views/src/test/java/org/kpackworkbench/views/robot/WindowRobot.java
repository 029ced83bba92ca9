package org.kpackworkbench.views.robot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import javafx.application.Platform;
import javafx.event.Event;
import javafx.event.EventHandler;
import javafx.event.EventTarget;
import javafx.event.EventType;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.robot.Robot;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.robot.Motion;
import org.testfx.service.query.NodeQuery;
import org.testfx.service.query.PointQuery;
import org.testfx.util.WaitForAsyncUtils;

/**
 * Gives each test a window and a robot for mouse and keys that waits for the window and never for
 * time: {@code @ExtendWith(WindowRobot.class)}.
 *
 * <p>After each action its requests on the JavaFX thread are done and laid out, see {@link
 * Await#settled}. What takes longer, a test awaits by name, see {@link Await}. A click is always
 * the first one at its place, however quickly it follows another; a double click is made with
 * {@code doubleClickOn}. A click on a node fails where something else is at that place.
 *
 * <p>For the headless platform; a real window system delivers events when it likes.
 */
public final class WindowRobot extends ApplicationExtension implements BeforeAllCallback {
  /** Frames come often, since each action waits for some. */
  private static final String FRAMES_PER_SECOND = "250";

  /** Clicks that are further apart than this, in pixels, are never a double click. */
  private static final double SAME_PLACE = 20;

  private static final double OUT_OF_THE_WAY = 2 * SAME_PLACE;

  static {
    UnseenScreen.use();
    if (System.getProperty("javafx.animation.pulse") == null) {
      System.setProperty("javafx.animation.pulse", FRAMES_PER_SECOND);
    }
  }

  private final Set<MouseButton> buttonsDown = new LinkedHashSet<>();
  private final Set<KeyCode> keysDown = new LinkedHashSet<>();
  private final Map<MouseButton, Point2D> lastPress = new HashMap<>();
  private @Nullable Robot made;

  /** Before any test object is made, since some have controls in their fields. */
  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    FxToolkit.registerPrimaryStage();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == WindowRobot.class
        || super.supportsParameter(parameter, context);
  }

  /** Each test has a stage of its own: what listens to one would stay as long as the JVM. */
  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    FxToolkit.registerPrimaryStage();
    Stage own = get(WaitForAsyncUtils.asyncFx(() -> new Stage()));
    FxToolkit.toolkitContext().getPrimaryStageFuture().obtrudeValue(own);
    super.beforeEach(context);
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    super.afterEach(context);
    interact(() -> FxToolkit.toolkitContext().getRegisteredStage().hide());
    lastPress.clear();
    // A test may have listened there.
    interact(() -> Thread.currentThread().setUncaughtExceptionHandler(null));
  }

  // Requests on the JavaFX thread.

  @Override
  public FxRobot interact(Runnable runnable) {
    return interact(
        () -> {
          runnable.run();
          return null;
        });
  }

  @Override
  public <T> FxRobot interact(Callable<T> callable) {
    get(WaitForAsyncUtils.asyncFx(callable));
    Await.settled();
    return this;
  }

  @Override
  public FxRobot interrupt() {
    Await.settled();
    return this;
  }

  @Override
  public FxRobot interrupt(int attempts) {
    return interrupt();
  }

  @Override
  public NodeQuery lookup(String query) {
    return Platform.isFxApplicationThread()
        ? super.lookup(query)
        : get(WaitForAsyncUtils.asyncFx(() -> super.lookup(query)));
  }

  /**
   * Starts something on the JavaFX thread and waits until it is done, or until a dialog that it
   * shows waits for answers.
   */
  private void act(Runnable action) {
    Future<Void> done = WaitForAsyncUtils.asyncFx(action);
    Await.queueDone();
    if (done.isDone()) {
      get(done);
    }
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException("the test was stopped", stopped);
    } catch (ExecutionException failure) {
      switch (failure.getCause()) {
        case RuntimeException unchecked -> throw unchecked;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException(failure.getCause());
      }
    }
  }

  private Robot robot() {
    Robot robot = Objects.requireNonNullElseGet(made, Robot::new);
    made = robot;
    return robot;
  }

  // The mouse.

  @Override
  public FxRobot moveTo(PointQuery query, Motion motion) {
    act(() -> move(query.query()));
    Await.settled();
    // What the mouse came by may have moved it.
    act(
        () -> {
          if (!query.query().equals(robot().getMousePosition())) {
            move(query.query());
          }
        });
    return this;
  }

  @Override
  public FxRobot moveBy(double x, double y, Motion motion) {
    act(() -> move(robot().getMousePosition().add(x, y)));
    Await.settled();
    return this;
  }

  /** In a few steps where a button is held, since dragging starts with a step. */
  private void move(Point2D target) {
    hideTooltips();
    Point2D from = robot().getMousePosition();
    int steps = buttonsDown.isEmpty() ? 1 : 4;
    for (int step = 1; step <= steps; step++) {
      robot().mouseMove(whole(from.interpolate(target, (double) step / steps)));
    }
  }

  private static Point2D whole(Point2D point) {
    return new Point2D((int) point.getX(), (int) point.getY());
  }

  @Override
  public FxRobot press(MouseButton... buttons) {
    for (MouseButton button : orPrimary(buttons)) {
      act(() -> pressFirst(button));
    }
    Await.settled();
    return this;
  }

  @Override
  public FxRobot release(MouseButton... buttons) {
    List<MouseButton> released =
        buttons.length == 0 ? List.copyOf(buttonsDown) : Arrays.asList(buttons);
    for (MouseButton button : released) {
      act(() -> releaseNow(button));
    }
    Await.settled();
    return this;
  }

  private static List<MouseButton> orPrimary(MouseButton... buttons) {
    return buttons.length == 0 ? List.of(MouseButton.PRIMARY) : Arrays.asList(buttons);
  }

  /**
   * Tooltips come when the mouse has rested for a while, which is luck; the headless platform sends
   * clicks to a tooltip whose shadow reaches under the mouse.
   */
  private static void hideTooltips() {
    List.copyOf(Window.getWindows()).stream()
        .filter(Tooltip.class::isInstance)
        .forEach(Window::hide);
  }

  /** Presses a button so that the toolkit counts from one. */
  private void pressFirst(MouseButton button) {
    Point2D at = robot().getMousePosition();
    Point2D last = lastPress.get(button);
    if (last != null && last.distance(at) <= 2 * SAME_PLACE && buttonsDown.isEmpty()) {
      // The toolkit forgets earlier clicks when the mouse has been elsewhere.
      robot().mouseMove(besides(at));
      robot().mouseMove(at);
    }
    pressNow(button);
  }

  /** A point in the same window, in the same line, where a menu has the same entry. */
  private static Point2D besides(Point2D point) {
    Point2D right = point.add(OUT_OF_THE_WAY, 0);
    List<Window> here =
        Window.getWindows().stream().filter(window -> contains(window, point)).toList();
    boolean fits = here.isEmpty() || contains(here.getLast(), right);
    return fits ? right : point.subtract(OUT_OF_THE_WAY, 0);
  }

  private static boolean contains(Window window, Point2D point) {
    return point.getX() > window.getX()
        && point.getX() < window.getX() + window.getWidth()
        && point.getY() > window.getY()
        && point.getY() < window.getY() + window.getHeight();
  }

  private void pressNow(MouseButton button) {
    if (buttonsDown.add(button)) {
      lastPress.put(button, robot().getMousePosition());
      hideTooltips();
      robot().mousePress(button);
    }
  }

  private void releaseNow(MouseButton button) {
    if (buttonsDown.remove(button)) {
      robot().mouseRelease(button);
    }
  }

  @Override
  public FxRobot clickOn(MouseButton... buttons) {
    for (MouseButton button : orPrimary(buttons)) {
      act(() -> pressFirst(button));
      act(() -> releaseNow(button));
    }
    Await.settled();
    return this;
  }

  @Override
  public FxRobot clickOn(PointQuery query, Motion motion, MouseButton... buttons) {
    return moveTo(query, motion).clickOn(buttons);
  }

  @Override
  public FxRobot clickOn(Node node, Motion motion, MouseButton... buttons) {
    Scene scene = node.getScene();
    List<EventTarget> hit = new ArrayList<>();
    EventHandler<MouseEvent> listen = event -> hit.add(event.getTarget());
    act(() -> scene.addEventFilter(MouseEvent.MOUSE_PRESSED, listen));
    try {
      super.clickOn(node, motion, buttons);
    } finally {
      act(() -> scene.removeEventFilter(MouseEvent.MOUSE_PRESSED, listen));
    }
    if (hit.isEmpty() || !related(node, hit.getFirst())) {
      throw new AssertionError(
          "%s was not clicked: %s is at its place; shown: %s"
              .formatted(node, hit.isEmpty() ? "another window" : hit.getFirst(), Shown.text()));
    }
    return this;
  }

  private static boolean related(Node node, EventTarget hit) {
    return !(hit instanceof Node other) || above(node, other) || above(other, node);
  }

  private static boolean above(Node node, @Nullable Node other) {
    return other != null && (node.equals(other) || above(node, other.getParent()));
  }

  @Override
  public FxRobot clickOn(String query, Motion motion, MouseButton... buttons) {
    return clickOn(Await.node(query), motion, buttons);
  }

  @Override
  public FxRobot doubleClickOn(MouseButton... buttons) {
    for (MouseButton button : orPrimary(buttons)) {
      // At once, so that not too much time can go by between the two.
      act(
          () -> {
            pressFirst(button);
            releaseNow(button);
            pressNow(button);
            releaseNow(button);
          });
    }
    Await.settled();
    return this;
  }

  @Override
  public FxRobot doubleClickOn(PointQuery query, Motion motion, MouseButton... buttons) {
    return moveTo(query, motion).doubleClickOn(buttons);
  }

  // Keys.

  @Override
  public FxRobot press(KeyCode... keys) {
    for (KeyCode key : keys) {
      act(
          () -> {
            if (keysDown.add(real(key))) {
              robot().keyPress(real(key));
            }
          });
    }
    Await.settled();
    return this;
  }

  @Override
  public FxRobot release(KeyCode... keys) {
    List<KeyCode> released = keys.length == 0 ? List.copyOf(keysDown) : Arrays.asList(keys);
    for (KeyCode key : released) {
      act(
          () -> {
            if (keysDown.remove(real(key))) {
              robot().keyRelease(real(key));
            }
          });
    }
    Await.settled();
    return this;
  }

  private static KeyCode real(KeyCode key) {
    return key == KeyCode.SHORTCUT ? KeyCode.CONTROL : key;
  }

  @Override
  public FxRobot push(KeyCode... combination) {
    press(combination);
    return release(Arrays.asList(combination).reversed().toArray(KeyCode[]::new));
  }

  @Override
  public FxRobot push(KeyCodeCombination combination) {
    List<KeyCode> keys = new ArrayList<>();
    add(keys, KeyCode.SHIFT, combination.getShift());
    add(keys, KeyCode.ALT, combination.getAlt());
    add(keys, KeyCode.META, combination.getMeta());
    add(keys, KeyCode.SHORTCUT, combination.getShortcut());
    add(keys, KeyCode.CONTROL, combination.getControl());
    keys.add(combination.getCode());
    return push(keys.toArray(KeyCode[]::new));
  }

  private static void add(List<KeyCode> keys, KeyCode key, KeyCombination.ModifierValue wanted) {
    if (wanted == KeyCombination.ModifierValue.DOWN) {
      keys.add(key);
    }
  }

  @Override
  public FxRobot type(KeyCode... keys) {
    for (KeyCode key : keys) {
      push(key);
    }
    return this;
  }

  @Override
  public FxRobot type(KeyCode key, int times) {
    for (int i = 0; i < times; i++) {
      push(key);
    }
    return this;
  }

  @Override
  public FxRobot write(char character) {
    return write(String.valueOf(character));
  }

  @Override
  public FxRobot write(String text, int sleepMillis) {
    return write(text);
  }

  /** Types characters into what has the focus, as keys of unknown position. */
  @Override
  public FxRobot write(String text) {
    for (char character : text.toCharArray()) {
      act(
          () -> {
            KeyCode code =
                switch (character) {
                  case '\n' -> KeyCode.ENTER;
                  case '\t' -> KeyCode.TAB;
                  default -> KeyCode.UNDEFINED;
                };
            fire(KeyEvent.KEY_PRESSED, code, "");
            fire(KeyEvent.KEY_TYPED, KeyCode.UNDEFINED, String.valueOf(character));
            fire(KeyEvent.KEY_RELEASED, code, "");
          });
    }
    Await.settled();
    return this;
  }

  private void fire(EventType<KeyEvent> type, KeyCode code, String character) {
    Scene scene =
        Window.getWindows().stream()
            .filter(Window::isFocused)
            .findFirst()
            .orElseGet(this::targetWindow)
            .getScene();
    Event.fireEvent(
        Objects.<EventTarget>requireNonNullElse(scene.getFocusOwner(), scene),
        new KeyEvent(type, character, "", code, false, false, false, false));
  }
}
